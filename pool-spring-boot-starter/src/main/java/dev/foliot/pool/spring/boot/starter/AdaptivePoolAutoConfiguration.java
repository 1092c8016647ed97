package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import dev.foliot.pool.PoolListener;
import dev.foliot.pool.micrometer.AdaptivePoolMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;

/**
 * One {@link AdaptivePool} for the requests of Tomcat and the {@code @Async} methods, with meters
 * and health. It is the bean {@value #POOL}; a bean of the application with that name replaces it.
 *
 * <p>The pool is no candidate for injection by type alone, so it does not get into the way of the
 * application's executors: ask for it with {@code @Qualifier("adaptivePool")}.
 */
@AutoConfiguration(before = TaskExecutionAutoConfiguration.class)
@Conditional(OnAdaptivePool.class)
@EnableConfigurationProperties(AdaptivePoolProperties.class)
@Import({SpringBoot3.class, SpringBoot4.class})
public final class AdaptivePoolAutoConfiguration {
  /** The name of the pool's bean. */
  public static final String POOL = "adaptivePool";

  /** Called by Spring. */
  public AdaptivePoolAutoConfiguration() {}

  /** The starter's own pool. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingBean(name = POOL)
  static class OwnPool {
    @Bean
    PoolEvents foliotPoolEvents(ObjectProvider<PoolListener> listeners) {
      return new PoolEvents(listeners.orderedStream().toList());
    }

    // What is left when the context closes, or does not start, is interrupted.
    @Bean(name = POOL, defaultCandidate = false, destroyMethod = "shutdownNow")
    AdaptivePool adaptivePool(
        AdaptivePoolProperties properties,
        ObjectProvider<AdaptivePoolCustomizer> customizers,
        PoolEvents events) {
      PoolBuilder builder = properties.builder();
      customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
      builder.listener(events.listener());
      AdaptivePool pool = properties.pool(builder, Runtime.version().feature());
      events.of(pool);
      return pool;
    }

    @Bean
    PoolLifecycle foliotPoolLifecycle(
        @Qualifier(POOL) AdaptivePool pool,
        AdaptivePoolProperties properties,
        ConfigurableApplicationContext context) {
      return new PoolLifecycle(pool, properties.shutdownTimeout(), context);
    }
  }

  /** For {@code @Async} methods and asynchronous requests, where Spring Boot would make its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(
      name = "foliot.pool.task-executor.enabled",
      havingValue = "true",
      matchIfMissing = true)
  static class TaskExecution {
    @Bean(TaskExecutionAutoConfiguration.APPLICATION_TASK_EXECUTOR_BEAN_NAME)
    @ConditionalOnMissingBean(value = Executor.class, ignored = AdaptivePool.class)
    @ConditionalOnProperty(
        name = "spring.task.execution.mode",
        havingValue = "auto",
        matchIfMissing = true)
    AsyncTaskExecutor applicationTaskExecutor(
        @Qualifier(POOL) AdaptivePool pool, ObjectProvider<TaskDecorator> decorators) {
      TaskExecutorAdapter executor = new TaskExecutorAdapter(pool);
      List<TaskDecorator> all = decorators.orderedStream().toList();
      if (!all.isEmpty()) {
        executor.setTaskDecorator(task -> {
          Runnable decorated = task;
          for (TaskDecorator decorator : all) {
            decorated = decorator.decorate(decorated);
          }
          return decorated;
        });
      }
      return executor;
    }
  }

  /** The meters, which Spring Boot binds to its registries. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterBinder.class)
  static class Meters {
    @Bean
    @ConditionalOnMissingBean(name = "adaptivePoolMetrics")
    AdaptivePoolMetrics adaptivePoolMetrics(
        @Qualifier(POOL) AdaptivePool pool, ObjectProvider<PoolEvents> events) {
      AdaptivePoolMetrics metrics = new AdaptivePoolMetrics(pool);
      PoolEvents reported = events.getIfAvailable();
      return reported == null ? metrics : metrics.counting(reported.listener());
    }
  }
}
