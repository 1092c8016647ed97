package shop;

import io.helidon.config.Config;
import io.helidon.webserver.WebServer;

/** Each order waits, on a virtual thread: Helidon 4 has no others. */
public final class Shop {
  private Shop() {}

  public static void main(String[] args) {
    WebServer.builder()
        .config(Config.create().get("server"))
        .routing(routing ->
            routing.get(
                "/orders/{id}",
                (request, response) -> {
                  Thread.sleep(200);
                  response.send("order " + request.path().pathParameters().get("id"));
                }))
        .build()
        .start();
  }
}
