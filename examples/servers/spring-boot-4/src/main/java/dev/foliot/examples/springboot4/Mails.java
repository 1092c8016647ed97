package dev.foliot.examples.springboot4;

import dev.foliot.examples.stall.WarehouseClient;
import java.util.concurrent.CompletableFuture;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/** Work beside the requests. */
@Component
class Mails {
  private final WarehouseClient warehouse;

  Mails(WarehouseClient warehouse) {
    this.warehouse = warehouse;
  }

  @Async
  CompletableFuture<String> send() {
    return CompletableFuture.completedFuture(
        Thread.currentThread().getName() + ": " + warehouse.stock("mail"));
  }
}
