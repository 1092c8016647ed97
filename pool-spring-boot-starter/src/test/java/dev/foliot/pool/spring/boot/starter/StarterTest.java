package dev.foliot.pool.spring.boot.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.AdaptivePool;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;

/** The starter in a running application. */
final class StarterTest {
  /** The build says which one it put on the class path. */
  @Test
  void shouldRunOnTheVersionOfSpringBootThatTheBuildNames() {
    assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.version"));
  }

  @Test
  void shouldRunRequestsAndAsyncMethodsInThePool() throws Exception {
    try (ConfigurableApplicationContext shop = ShopApplication.start()) {
      assertThat(ShopApplication.get(shop, "/order")).startsWith("shop-");
      assertThat(ShopApplication.get(shop, "/mail")).startsWith("shop-");
      assertThat(gauge(shop, "executor.pool.size")).isPositive();
      assertThat(counter(shop, "executor.pool.resizes")).isNotNegative();
    }
  }

  @Test
  void shouldLeaveTomcatItsOwnThreadsWhereAskedTo() throws Exception {
    try (ConfigurableApplicationContext shop =
        ShopApplication.start("foliot.pool.tomcat.enabled=false")) {
      assertThat(ShopApplication.get(shop, "/order")).startsWith("http-nio-");
      assertThat(ShopApplication.get(shop, "/mail")).startsWith("shop-");
    }
  }

  @Test
  void shouldLeaveAsyncMethodsSpringsOwnThreadsWhereAskedTo() throws Exception {
    try (ConfigurableApplicationContext shop =
        ShopApplication.start("foliot.pool.task-executor.enabled=false")) {
      assertThat(ShopApplication.get(shop, "/order")).startsWith("shop-");
      assertThat(ShopApplication.get(shop, "/mail")).startsWith("task-");
    }
  }

  @Test
  void shouldDoNothingWhereItIsOff() throws Exception {
    try (ConfigurableApplicationContext shop = ShopApplication.start("foliot.pool.enabled=false")) {
      assertThat(ShopApplication.get(shop, "/order")).startsWith("http-nio-");
      assertThat(ShopApplication.get(shop, "/mail")).startsWith("task-");
      assertThat(shop.getBean(MeterRegistry.class).find("executor.pool.target").gauge()).isNull();
      assertThat(ShopApplication.get(shop, "/actuator/health/foliotPool")).doesNotContain("UP");
    }
  }

  /** Below JDK 21 Spring Boot ignores the property, so the pool stays. */
  @Test
  void shouldStepBackWhereTheApplicationRunsOnVirtualThreads() throws Exception {
    boolean hasVirtual = Runtime.version().feature() >= 21;
    try (ConfigurableApplicationContext shop =
        ShopApplication.start("spring.threads.virtual.enabled=true")) {
      String thread = ShopApplication.get(shop, "/order");
      assertThat(thread.startsWith("shop-")).as(thread).isEqualTo(!hasVirtual);
      assertThat(shop.containsBean("adaptivePool")).isEqualTo(!hasVirtual);
    }
  }

  /** Tomcat takes the last executor that it is given. */
  @Test
  void shouldWinOverVirtualThreadsWhereItIsAskedFor() throws Exception {
    try (ConfigurableApplicationContext shop =
        ShopApplication.start("spring.threads.virtual.enabled=true", "foliot.pool.enabled=true")) {
      assertThat(ShopApplication.get(shop, "/order")).startsWith("shop-");
      assertThat(ShopApplication.get(shop, "/mail")).startsWith("shop-");
    }
  }

  @Test
  void shouldBeUpWithItsFigures() throws Exception {
    try (ConfigurableApplicationContext shop = ShopApplication.start("foliot.pool.maximum=77")) {
      assertThat(ShopApplication.get(shop, "/actuator/health/foliotPool"))
          .contains("\"status\":\"UP\"", "\"name\":\"shop\"", "\"maximum\":77");
    }
  }

  @Test
  void shouldBeDownWhileAStallLasts() throws Exception {
    try (ConfigurableApplicationContext shop =
        ShopApplication.start(
            "foliot.pool.tomcat.enabled=false",
            "foliot.pool.maximum=1",
            "foliot.pool.health.stall-limit=1ms")) {
      CountDownLatch end = new CountDownLatch(1);
      ShopApplication.Mails mails = shop.getBean(ShopApplication.Mails.class);
      CompletableFuture<Boolean> first = mails.block(new CountDownLatch(1), end);
      CompletableFuture<Boolean> second = mails.block(new CountDownLatch(1), end);

      String down = awaitHealth(shop, "DOWN");
      assertThat(down).contains("\"stall\":", "\"queued\":1");

      end.countDown();
      assertThat(first.join() && second.join()).isTrue();
      awaitHealth(shop, "UP");
    }
  }

  @Test
  void shouldKeepThePoolWhileTheContextPauses() throws Exception {
    try (ConfigurableApplicationContext shop = ShopApplication.start()) {
      shop.stop();
      shop.start();
      assertThat(ShopApplication.get(shop, "/mail")).startsWith("shop-");
    }
  }

  @Test
  void shouldWaitForTasksWhenTheApplicationCloses() throws Exception {
    ConfigurableApplicationContext shop = ShopApplication.start();
    AdaptivePool pool = shop.getBean("adaptivePool", AdaptivePool.class);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<Boolean> task = shop.getBean(ShopApplication.Mails.class).block(begun, end);
    begun.await();

    CompletableFuture<Void> closing = CompletableFuture.runAsync(shop::close);
    while (!pool.isShutdown()) {
      Thread.onSpinWait();
    }
    assertThat(closing).isNotDone();
    end.countDown();
    closing.join();

    assertThat(task.join()).as("ended without an interrupt").isTrue();
    assertThat(pool.isTerminated()).isTrue();
  }

  @Test
  void shouldInterruptTasksThatTakeLongerThanTheTimeout() throws Exception {
    ConfigurableApplicationContext shop = ShopApplication.start("foliot.pool.shutdown-timeout=1ms");
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Boolean> task =
        shop.getBean(ShopApplication.Mails.class).block(begun, new CountDownLatch(1));
    begun.await();

    shop.close();

    assertThat(task.join()).as("ended without an interrupt").isFalse();
  }

  @Test
  void shouldNotStartWithASettingThatIsNone() {
    assertThatThrownBy(() -> ShopApplication.start("foliot.pool.minimum=0"))
        .rootCause()
        .hasMessageContainingAll("foliot.pool.minimum", "'0'", "the least is 1");
  }

  private static String awaitHealth(ConfigurableApplicationContext shop, String status)
      throws Exception {
    String health;
    do {
      health = ShopApplication.get(shop, "/actuator/health/foliotPool");
    } while (!health.contains("\"status\":\"" + status + "\""));
    return health;
  }

  private static double gauge(ConfigurableApplicationContext shop, String name) {
    return shop.getBean(MeterRegistry.class).get(name).tag("name", "shop").gauge().value();
  }

  private static double counter(ConfigurableApplicationContext shop, String name) {
    return shop.getBean(MeterRegistry.class)
        .get(name)
        .tags("name", "shop", "direction", "up")
        .functionCounter()
        .count();
  }
}
