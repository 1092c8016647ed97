package dev.foliot.pool.spring.boot.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class OnAdaptivePoolTest {
  @ParameterizedTest
  @CsvSource({
    ",      ,      17, true",
    ",      ,      25, true",
    ",      false, 25, true",
    ",      true,  20, true",
    ",      true,  21, false",
    "true,  true,  25, true",
    "false, false, 17, false",
    "false, true,  25, false",
  })
  void shouldMatchAsAskedForAndNotBesideVirtualThreads(
      @Nullable String enabled, @Nullable String virtual, int feature, boolean expected) {
    Map<String, Object> properties = new HashMap<>();
    if (enabled != null) {
      properties.put("foliot.pool.enabled", enabled);
    }
    if (virtual != null) {
      properties.put("spring.threads.virtual.enabled", virtual);
    }
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", properties));

    assertThat(OnAdaptivePool.outcome(environment, feature).isMatch()).isEqualTo(expected);
  }
}
