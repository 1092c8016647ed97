package dev.foliot.pool.spring.boot.starter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Outcome;
import dev.foliot.pool.PoolListener;
import dev.foliot.pool.Resize;
import dev.foliot.pool.TaskHooks;
import dev.foliot.pool.micrometer.AdaptivePoolMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.TaskDecorator;
import org.springframework.core.task.support.TaskExecutorAdapter;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Which beans there are, beside those of the application and of Spring Boot. */
final class AdaptivePoolAutoConfigurationTest {
  private static final String EXECUTOR = "applicationTaskExecutor";
  private static final int TASKS = 40;

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  AdaptivePoolAutoConfiguration.class, TaskExecutionAutoConfiguration.class));

  @Test
  void shouldBeListedForSpringBootToFind() throws Exception {
    try (var list =
        AdaptivePoolAutoConfiguration.class.getResourceAsStream(
            "/META-INF/spring/"
                + "org.springframework.boot.autoconfigure.AutoConfiguration.imports")) {
      assertThat(list)
          .asString(UTF_8)
          .isEqualToIgnoringNewLines(AdaptivePoolAutoConfiguration.class.getName());
    }
  }

  /** By type alone, the application gets what Spring Boot promises. */
  @Test
  void shouldNotStandInTheWayOfOtherExecutors() {
    runner
        .withBean("wanting", Wanting.class)
        .run(context ->
            assertThat(context.getBean(Wanting.class).executor)
                .isInstanceOf(TaskExecutorAdapter.class)
                .isSameAs(context.getBean(EXECUTOR)));
  }

  @Test
  void shouldStepBackFromAnExecutorOfTheApplication() {
    runner
        .withBean("own", ThreadPoolTaskExecutor.class)
        .run(context ->
            assertThat(context)
                .hasBean("adaptivePool")
                .doesNotHaveBean(EXECUTOR)
                .hasSingleBean(ThreadPoolTaskExecutor.class));
  }

  @Test
  void shouldStepBackWhereSpringBootsExecutorIsForced() {
    runner
        .withPropertyValues("spring.task.execution.mode=force")
        .run(context ->
            assertThat(context.getBean(EXECUTOR)).isInstanceOf(ThreadPoolTaskExecutor.class));
  }

  @Test
  void shouldUseAPoolOfTheApplicationAndLeaveItsEndToIt() {
    try (AdaptivePool own = AdaptivePool.builder().name("own").platform()) {
      runner
          .withBean("adaptivePool", AdaptivePool.class, () -> own)
          .run(context -> {
            assertThat(context)
                .doesNotHaveBean(PoolLifecycle.class)
                .hasSingleBean(AdaptivePoolMetrics.class);
            assertThat(context.getBean("adaptivePool")).isSameAs(own);
          });
    }
  }

  @Test
  void shouldDoWithoutMicrometer() {
    runner
        .withClassLoader(new FilteredClassLoader(MeterBinder.class.getPackageName()))
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .hasBean("adaptivePool")
                .doesNotHaveBean("adaptivePoolMetrics"));
  }

  @Test
  void shouldDoWithoutActuatorAndTomcat() {
    runner
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate",
                "org.springframework.boot.health",
                "org.apache.coyote",
                "org.apache.catalina"))
        .run(context ->
            assertThat(context)
                .hasNotFailed()
                .hasBean("adaptivePool")
                .doesNotHaveBean("foliotPoolHealthIndicator")
                .doesNotHaveBean("foliotPoolTomcat"));
  }

  @Test
  void shouldHaveNoHealthWhereItIsOff() {
    runner.run(context -> assertThat(context).hasBean("foliotPoolHealthIndicator"));
    runner
        .withPropertyValues("management.health.foliot-pool.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("foliotPoolHealthIndicator"));
    runner
        .withPropertyValues("management.health.defaults.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("foliotPoolHealthIndicator"));
  }

  @Test
  void shouldCallCustomizersDecoratorsAndListeners() {
    CountDownLatch hooked = new CountDownLatch(1);
    CountDownLatch decorated = new CountDownLatch(1);
    CountDownLatch resized = new CountDownLatch(1);
    CountDownLatch all = new CountDownLatch(TASKS);
    runner
        .withBean(AdaptivePoolCustomizer.class, () -> builder -> builder.hooks(hooks(hooked)))
        .withBean(
            TaskDecorator.class,
            () ->
                task -> {
                  decorated.countDown();
                  return task;
                })
        .withBean(PoolListener.class, () -> listener(resized))
        .run(context -> {
          Executor executor = context.getBean(EXECUTOR, Executor.class);
          // Each waits for all others, so the pool must grow.
          for (int i = 0; i < TASKS; i++) {
            executor.execute(() -> {
              all.countDown();
              try {
                all.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
          }
          hooked.await();
          decorated.await();
          resized.await();
          PoolEvents events = context.getBean(PoolEvents.class);
          assertThat(events.listener().grown()).isPositive();
        });
  }

  /** The pool is not left behind when another bean fails. */
  @Test
  void shouldEndThePoolWhereTheApplicationDoesNotStart() {
    CompletableFuture<AdaptivePool> made = new CompletableFuture<>();
    runner
        .withBean(
            "failing",
            Object.class,
            () -> {
              throw new IllegalStateException("on purpose");
            })
        .withInitializer(context ->
            context
                .getBeanFactory()
                .addBeanPostProcessor(
                    new BeanPostProcessor() {
                      @Override
                      public Object postProcessAfterInitialization(Object bean, String name) {
                        if (bean instanceof AdaptivePool pool) {
                          made.complete(pool);
                        }
                        return bean;
                      }
                    }))
        .withBean("wanting", Wanting.class)
        .run(context -> assertThat(context).hasFailed());
    assertThat(made.isDone()).isTrue();
    assertThat(made.join().isShutdown()).isTrue();
  }

  @Test
  void shouldNameTheSettingThatIsWrong() {
    runner
        .withPropertyValues("foliot.pool.minimum=5", "foliot.pool.maximum=4")
        .run(context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContainingAll("foliot.pool.maximum", "'4'", "the minimum is 5"));
  }

  private static TaskHooks hooks(CountDownLatch called) {
    return new TaskHooks() {
      @Override
      public Outcome after(Runnable task, @Nullable Throwable thrown) {
        called.countDown();
        return TaskHooks.super.after(task, thrown);
      }
    };
  }

  private static PoolListener listener(CountDownLatch called) {
    return new PoolListener() {
      @Override
      public void resized(Resize resize) {
        called.countDown();
      }
    };
  }

  /** A bean that asks for an executor by its type. */
  static final class Wanting {
    final Executor executor;

    Wanting(Executor executor) {
      this.executor = executor;
    }
  }
}
