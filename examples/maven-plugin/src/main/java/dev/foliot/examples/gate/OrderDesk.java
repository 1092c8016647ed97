package dev.foliot.examples.gate;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Parses an order, {@code -Dorders.work=N} times. Replace the work in {@link #send} by yours. */
public final class OrderDesk implements BenchTask {
  private static final int WORK = Integer.getInteger("orders.work", 1);

  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    String text = id + ";customer-" + id % 97 + ";" + id % 1_000 + ".99";
    for (int i = 0; i < WORK; i++) {
      bench.consume(cents(text));
    }
    bench.done(id);
  }

  private static long cents(String order) {
    return Math.round(100 * Double.parseDouble(order.split(";")[2]));
  }
}
