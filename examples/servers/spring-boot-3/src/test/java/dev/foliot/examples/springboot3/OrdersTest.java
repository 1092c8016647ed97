package dev.foliot.examples.springboot3;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.StallContract;
import java.util.List;

/** The requests and the {@code @Async} methods of Spring Boot 3.5 run in one pool. */
final class OrdersTest extends StallContract {
  @Override
  protected RunningServer.Start server() {
    return Orders::start;
  }

  @Override
  protected List<String> paths() {
    return List.of("/order", "/mail");
  }
}
