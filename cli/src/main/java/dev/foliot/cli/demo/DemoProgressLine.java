package dev.foliot.cli.demo;

import dev.foliot.bench.NanoClock;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.demo.Demo;
import dev.foliot.demo.DemoExperiment.Topic;
import java.util.List;

/** One line on the terminal that says where a demo is and how long it will take. */
final class DemoProgressLine implements Demo.Progress, AutoCloseable {
  private static final long SECOND_NS = 1_000_000_000;

  private final List<Topic> topics;
  private final NanoClock clock;
  private final ProgressLine line;
  private int part;
  private long partStartNs;
  private String what = "";

  DemoProgressLine(Console console, List<Topic> topics, NanoClock clock) {
    this.topics = List.copyOf(topics);
    this.clock = clock;
    this.partStartNs = clock.nanoTime();
    this.line = new ProgressLine(console, this::text);
  }

  @Override
  public synchronized void begin(int next) {
    part = next;
    partStartNs = clock.nanoTime();
    what = "starting";
  }

  @Override
  public synchronized void step(String next) {
    what = next;
  }

  synchronized String text() {
    long inPartS = (clock.nanoTime() - partStartNs) / SECOND_NS;
    long leftS = Math.max(1, topics.get(part).seconds() - inPartS);
    for (Topic later : topics.subList(part + 1, topics.size())) {
      leftS += later.seconds();
    }
    return "part "
        + (part + 1)
        + " of "
        + topics.size()
        + ", "
        + Words.shown(what)
        + "; about "
        + leftS
        + " s left";
  }

  @Override
  public void close() {
    line.close();
  }
}
