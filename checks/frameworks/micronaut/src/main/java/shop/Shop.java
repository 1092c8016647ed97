package shop;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.runtime.Micronaut;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Each order waits, on an executor that its code names or on the one of the thread selection. */
@Controller("/orders")
public class Shop {
  public static void main(String[] args) {
    Micronaut.run(Shop.class, args);
  }

  @Get("/{id}")
  String order(int id) throws InterruptedException {
    Thread.sleep(200);
    return "order " + id;
  }

  @ExecuteOn(TaskExecutors.IO)
  @Get("/slow/{id}")
  String slow(int id) throws InterruptedException {
    Thread.sleep(200);
    return "slow order " + id;
  }
}
