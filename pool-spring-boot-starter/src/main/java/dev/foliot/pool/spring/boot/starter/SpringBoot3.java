package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.AdaptivePool;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.embedded.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans whose types Spring Boot 3.5 has under names of its own. */
@Configuration(proxyBeanMethods = false)
class SpringBoot3 {
  /** The requests of an embedded Tomcat. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = {
        "org.springframework.boot.web.embedded.tomcat.ConfigurableTomcatWebServerFactory",
        "org.apache.coyote.ProtocolHandler"
      })
  @ConditionalOnProperty(
      name = "foliot.pool.tomcat.enabled",
      havingValue = "true",
      matchIfMissing = true)
  static class Tomcat {
    // Without an order it is the last, also after the one that sets virtual threads.
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> foliotPoolTomcat(
        @Qualifier(AdaptivePoolAutoConfiguration.POOL) AdaptivePool pool) {
      return factory -> factory.addProtocolHandlerCustomizers(handler -> handler.setExecutor(pool));
    }
  }

  /** The pool among the health indicators. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = {
        "org.springframework.boot.actuate.health.HealthIndicator",
        "org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator"
      })
  static class Indicator {
    // Its condition is looked up only where the class above is.
    @Bean
    @ConditionalOnEnabledHealthIndicator("foliot-pool")
    HealthIndicator foliotPoolHealthIndicator(
        @Qualifier(AdaptivePoolAutoConfiguration.POOL) AdaptivePool pool,
        ObjectProvider<PoolEvents> events,
        AdaptivePoolProperties properties) {
      PoolHealth health =
          new PoolHealth(
              pool, events.getIfAvailable(), properties.health().stallLimit(), Clock.systemUTC());
      return () -> {
        PoolHealth.Answer answer = health.answer();
        Health.Builder builder = answer.isUp() ? Health.up() : Health.down();
        return builder.withDetails(answer.details()).build();
      };
    }
  }
}
