package dev.foliot.examples.bench;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Parses an order and keeps the last thousand. Replace the work in {@link #send} by yours.
 *
 * <p>The probe "parse" shows which part of the response time is spent in the parser.
 */
@BenchDefaults(rate = "10k/s")
public final class OrderDesk implements BenchTask {
  private static final int KEPT = 1_000;

  private final Deque<Order> last = new ArrayDeque<>();
  private Bench bench;
  private Probe parse;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    parse = bench.probe("parse");
  }

  @Override
  public void send(long id) {
    String text = id + ";customer-" + id % 97 + ";" + id % 1_000 + ".99";

    long startNs = bench.nanoTime();
    Order order = Order.parse(text);
    parse.record(id, bench.nanoTime() - startNs);

    last.addLast(order);
    if (last.size() > KEPT) {
      last.removeFirst();
    }
    bench.done(id);
  }

  /** An order. */
  record Order(long id, String customer, long cents) {
    static Order parse(String text) {
      String[] fields = text.split(";");
      return new Order(
          Long.parseLong(fields[0]), fields[1], Math.round(100 * Double.parseDouble(fields[2])));
    }
  }
}
