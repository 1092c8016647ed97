package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot's requests and its {@code @Async} methods run in one pool. */
final class SpringBootTest {
  @Test
  void shouldRunRequestsAndAsyncMethodsOfSpringBootInThePool() throws Exception {
    SpringApplication application = new SpringApplication(App.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0", "server.address", "127.0.0.1", "spring.main.banner-mode", "off"));
    try (ConfigurableApplicationContext context = application.run()) {
      int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      assertInPool(Requests.atOnce(Gate.REQUESTS, port, "/gate"));
      Background background = context.getBean(Background.class);
      List<CompletableFuture<String>> answers =
          Stream.generate(background::pass).limit(Gate.REQUESTS).toList();
      assertInPool(answers.stream().map(CompletableFuture::join).toList());
      assertThat(context.getBean(AdaptivePool.class).snapshot().resizes()).isNotEmpty();
    }
    Threads.awaitNone("spring-pool", "http-nio", "Catalina");
  }

  private static void assertInPool(List<String> threads) {
    assertThat(threads)
        .hasSize(Gate.REQUESTS)
        .doesNotHaveDuplicates()
        .allMatch(thread -> thread.startsWith("spring-pool"));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @EnableAsync
  @Import({Web.class, Background.class})
  static class App {
    /** Spring closes it after the server, when no request runs any more. */
    @Bean
    AdaptivePool pool() {
      return AdaptivePool.builder().name("spring-pool").platform();
    }

    /** For {@code @Async} methods and asynchronous requests. */
    @Bean
    AsyncTaskExecutor applicationTaskExecutor(AdaptivePool pool) {
      return new TaskExecutorAdapter(pool);
    }

    /** For requests. */
    @Bean
    TomcatProtocolHandlerCustomizer<?> requestsInPool(AdaptivePool pool) {
      return handler -> handler.setExecutor(pool);
    }
  }

  @RestController
  static class Web {
    private final Gate gate = new Gate();

    @GetMapping("/gate")
    String gate() {
      return gate.pass();
    }
  }

  static class Background {
    private final Gate gate = new Gate();

    @Async
    CompletableFuture<String> pass() {
      return CompletableFuture.completedFuture(gate.pass());
    }
  }
}
