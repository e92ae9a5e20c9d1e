# Variables set before: datA, datB, titleA, titleB, stem. Columns: concurrency, QPS, mean ms, success in percent.
set encoding utf8
set xlabel "connections"
set xtics rotate by -45
set grid
set key outside below vertical
set bmargin 10

do for [kind in "svg png"] {
  if (kind eq "svg") { set terminal svg size 800,560 background rgb "white" } else { set terminal pngcairo size 1200,840 fontscale 1.3 }

  set output stem . "." . kind
  set ylabel "answers a second (wrk), solid"
  set y2label "mean response time in ms, dashed"
  set ytics nomirror
  set y2tics
  set yrange [0:*]
  set y2range [0:*]
  plot datA using 1:2 axes x1y1 with linespoints lw 2 pt 7 lc 1 title titleA noenhanced, \
       datB using 1:2 axes x1y1 with linespoints lw 2 pt 7 lc 2 title titleB noenhanced, \
       datA using 1:3 axes x1y2 with linespoints lw 2 pt 5 lc 1 dashtype 2 notitle, \
       datB using 1:3 axes x1y2 with linespoints lw 2 pt 5 lc 2 dashtype 2 notitle
  unset output

  set output stem . "-success." . kind
  set ylabel "good answers, %"
  unset y2label
  unset y2tics
  set yrange [0:105]
  plot datA using 1:4 with linespoints lw 2 pt 7 lc 1 title titleA noenhanced, \
       datB using 1:4 with linespoints lw 2 pt 7 lc 2 title titleB noenhanced
  unset output
}
