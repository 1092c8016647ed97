package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.cgroup.ContainerIds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JVMs of this host. */
class HostJvmTest {
  private static HostJvm jvm(long pid, String mainClass) {
    return jvm(pid, mainClass, ContainerIds.NONE);
  }

  private static HostJvm jvm(long pid, String mainClass, ContainerIds container) {
    return new HostJvm(pid, mainClass, "25.0.3", 0, 1, pid, container, Optional.empty());
  }

  @Test
  void shouldFindTheJvmOfAContainerOrAPod() {
    HostJvm orders = jvm(1, "com.acme.Orders", new ContainerIds("abcdef".repeat(11), "0a1b2c-3"));
    HostJvm other = jvm(2, "com.acme.Abcdef0", new ContainerIds("123456".repeat(11), ""));
    List<HostJvm> all = List.of(orders, other);
    assertThat(HostJvm.named(all, "abcdef")).containsExactly(orders);
    assertThat(HostJvm.named(all, "0a1b2c-3")).containsExactly(orders);
    assertThat(HostJvm.named(all, "1234561")).containsExactly(other);
    assertThat(HostJvm.named(all, "Abcdef0")).containsExactly(other);
    assertThat(orders.isInContainer()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseSerialGC", "25, -XX:-UsePerfData"})
  @EnabledOnOs(OS.LINUX)
  void shouldFindAJvm(int feature, String flags) throws Exception {
    try (TargetJvm target = TargetJvm.ofWaits(feature, flags, "deadlock")) {
      List<HostJvm> all = value(HostJvm.look(Path.of("/"), Duration.ofMillis(50)));
      assertThat(HostJvm.named(all, "acme.Waits"))
          .filteredOn(one -> one.pid() == target.pid())
          .singleElement()
          .satisfies(one -> {
            assertThat(one.version()).startsWith(feature + ".");
            assertThat(one.ageS()).isBetween(0.0, 60.0);
            assertThat(one.cpus()).isNotNegative();
            assertThat(one.why()).isEmpty();
          });
      assertThat(all).noneMatch(one -> one.pid() == ProcessHandle.current().pid());
    }
  }

  @Test
  void shouldPreferWholeNamesToParts() {
    HostJvm orders = jvm(1, "com.acme.Orders");
    HostJvm retries = jvm(2, "com.acme.OrdersRetry");
    HostJvm jar = jvm(3, "/opt/shop/orders.jar");
    List<HostJvm> all = List.of(orders, retries, jar);
    assertThat(HostJvm.named(all, "Orders")).containsExactly(orders);
    assertThat(HostJvm.named(all, "com.acme.OrdersRetry")).containsExactly(retries);
    assertThat(HostJvm.named(all, "orders.jar")).containsExactly(jar);
    assertThat(HostJvm.named(all, "retry")).containsExactly(retries);
    assertThat(HostJvm.named(all, "orders")).containsExactly(orders, retries, jar);
    assertThat(HostJvm.named(all, "billing")).isEmpty();
  }
}
