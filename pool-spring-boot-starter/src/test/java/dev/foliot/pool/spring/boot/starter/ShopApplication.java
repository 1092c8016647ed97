package dev.foliot.pool.spring.boot.starter;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with Tomcat, Actuator and {@code @Async} methods, as users have it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableAsync
class ShopApplication {
  @Bean
  Mails mails() {
    return new Mails();
  }

  /** Starts it on a free port of the loopback. */
  static ConfigurableApplicationContext start(String... properties) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "foliot.pool.name=shop",
                "spring.main.banner-mode=off",
                "management.endpoint.health.show-details=always",
                "logging.level.root=warn"));
    all.addAll(List.of(properties));
    return new SpringApplicationBuilder(ShopApplication.class)
        .properties(all.toArray(String[]::new))
        .run();
  }

  /** The body of an answer, whatever its status. */
  static String get(ConfigurableApplicationContext shop, String path)
      throws IOException, InterruptedException {
    String port = shop.getEnvironment().getRequiredProperty("local.server.port");
    HttpClient http = HttpClient.newHttpClient();
    return http.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** Answers with the name of the thread that ran the work. */
  @RestController
  static class Web {
    private final Mails mails;

    Web(Mails mails) {
      this.mails = mails;
    }

    @GetMapping("/order")
    String order() {
      return Thread.currentThread().getName();
    }

    @GetMapping("/mail")
    CompletableFuture<String> mail() {
      return mails.send();
    }
  }

  /** Work beside the requests. */
  static class Mails {
    @Async
    CompletableFuture<String> send() {
      return CompletableFuture.completedFuture(Thread.currentThread().getName());
    }

    /** Waits until it is let go; answers whether it was not interrupted. */
    @Async
    CompletableFuture<Boolean> block(CountDownLatch begun, CountDownLatch end) {
      begun.countDown();
      try {
        end.await();
        return CompletableFuture.completedFuture(true);
      } catch (InterruptedException e) {
        return CompletableFuture.completedFuture(false);
      }
    }
  }
}
