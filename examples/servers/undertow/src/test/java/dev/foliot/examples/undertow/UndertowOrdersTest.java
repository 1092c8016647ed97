package dev.foliot.examples.undertow;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.StallContract;

/** Undertow's I/O threads hand each request to the pool. */
final class UndertowOrdersTest extends StallContract {
  @Override
  protected RunningServer.Start server() {
    return UndertowOrders::start;
  }
}
