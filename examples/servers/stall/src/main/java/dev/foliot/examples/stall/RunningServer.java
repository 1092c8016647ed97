package dev.foliot.examples.stall;

import io.micrometer.core.instrument.MeterRegistry;

/** A server that serves {@code /order}, which asks the warehouse, and {@code /ping}. */
public interface RunningServer extends AutoCloseable {
  /** How to start one. */
  @FunctionalInterface
  interface Start {
    /** Starts a server on a free port of the loopback interface. */
    RunningServer with(Threading threading, WarehouseClient warehouse) throws Exception;
  }

  /** Its port. */
  int port();

  /** Its meters; with {@link Threading#FOLIOT} they include those of the pool. */
  MeterRegistry meters();

  /** Stops it, and ends its threads. */
  @Override
  void close();
}
