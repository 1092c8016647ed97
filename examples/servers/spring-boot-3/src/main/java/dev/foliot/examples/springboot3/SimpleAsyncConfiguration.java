package dev.foliot.examples.springboot3;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/** A platform thread for each {@code @Async} method. */
@Configuration(proxyBeanMethods = false)
@Profile("simple-async")
class SimpleAsyncConfiguration {
  @Bean
  SimpleAsyncTaskExecutor applicationTaskExecutor() {
    return new SimpleAsyncTaskExecutor("mail-");
  }
}
