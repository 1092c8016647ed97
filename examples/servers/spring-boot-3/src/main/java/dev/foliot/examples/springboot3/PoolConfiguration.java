package dev.foliot.examples.springboot3;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.micrometer.AdaptivePoolMetrics;
import dev.foliot.pool.micrometer.DecisionCounts;
import org.springframework.boot.web.embedded.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;

/** One adaptive pool for requests and for {@code @Async} methods, with its meters. */
@Configuration(proxyBeanMethods = false)
@Profile("foliot")
class PoolConfiguration {
  @Bean
  DecisionCounts decisions() {
    return new DecisionCounts();
  }

  /** Spring closes it after the server, when no request runs any more. */
  @Bean
  AdaptivePool pool(DecisionCounts decisions) {
    return AdaptivePool.builder().name("orders").listener(decisions).platform();
  }

  /** For requests. */
  @Bean
  TomcatProtocolHandlerCustomizer<?> requestsInPool(AdaptivePool pool) {
    return handler -> handler.setExecutor(pool);
  }

  /** For {@code @Async} methods and asynchronous requests. */
  @Bean
  AsyncTaskExecutor applicationTaskExecutor(AdaptivePool pool) {
    return new TaskExecutorAdapter(pool);
  }

  /** Spring Boot binds it to its registry. */
  @Bean
  AdaptivePoolMetrics poolMetrics(AdaptivePool pool, DecisionCounts decisions) {
    return new AdaptivePoolMetrics(pool).counting(decisions);
  }
}
