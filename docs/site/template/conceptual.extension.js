exports.preTransform = function (model) {
  return model;
};

exports.postTransform = function (model) {
  nameTable(model);
  linkToRepository(model);
  return model;
};

// BenchmarkDotNet's tables have no heading.
function nameTable(model) {
  if (model.title)
    return;
  model.title = /([^\/]*)\.html$/.exec(model._path)[1];
  model.rawTitle = '<h1>' + model.title + '</h1>';
}

// A source file is easier to read in the repository than as the copy on the site, to which its link leads otherwise.
function linkToRepository(model) {
  var repository = /^https:.*\/blob\//.exec(model.docurl || '');
  if (repository)
    model.conceptual = model.conceptual.replace(/ href="~\/([^"#]+)/g, function (href, path) {
      return /\.md$|^docs\//.test(path) ? href : ' href="' + repository[0] + 'HEAD/' + path;
    });
}
