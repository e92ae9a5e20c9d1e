# Variables set before: dat, title, note, stem. Columns: concurrency, QPS, mean ms, success in percent.
set encoding utf8
set xlabel "connections"
set xtics rotate by -45
set grid
set key outside below horizontal
set title title noenhanced
if (strlen(note) > 0) { set label 1 note at graph 0, graph -0.28 noenhanced font ",9" }
set bmargin 8

do for [kind in "svg png"] {
  if (kind eq "svg") { set terminal svg size 800,480 background rgb "white" } else { set terminal pngcairo size 1200,720 fontscale 1.3 }

  set output stem . "." . kind
  set ylabel "answers a second (wrk)"
  set y2label "mean response time, ms"
  set ytics nomirror
  set y2tics
  set yrange [0:*]
  set y2range [0:*]
  plot dat using 1:2 axes x1y1 with linespoints lw 2 pt 7 title "answers a second", \
       dat using 1:3 axes x1y2 with linespoints lw 2 pt 5 dashtype 2 title "mean response time"
  unset output

  set output stem . "-success." . kind
  set ylabel "good answers, %"
  unset y2label
  unset y2tics
  set yrange [0:105]
  plot dat using 1:4 with linespoints lw 2 pt 7 title "success"
  unset output
}
