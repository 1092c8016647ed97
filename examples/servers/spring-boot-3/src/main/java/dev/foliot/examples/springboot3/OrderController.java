package dev.foliot.examples.springboot3;

import dev.foliot.examples.stall.WarehouseClient;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The requests. */
@RestController
class OrderController {
  private final WarehouseClient warehouse;
  private final Mails mails;

  OrderController(WarehouseClient warehouse, Mails mails) {
    this.warehouse = warehouse;
    this.mails = mails;
  }

  /** Waits in the thread of the request. */
  @GetMapping("/order")
  String order() {
    return Thread.currentThread().getName() + ": " + warehouse.stock("order");
  }

  /** Answers when the {@code @Async} method has ended. */
  @GetMapping("/mail")
  CompletableFuture<String> mail() {
    return mails.send();
  }

  /** Waits for nothing. */
  @GetMapping("/ping")
  String ping() {
    return "pong";
  }
}
