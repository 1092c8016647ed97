package dev.foliot.pool.spring.boot.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.AdaptivePool;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

final class AdaptivePoolPropertiesTest {
  private static final Pattern NAME = Pattern.compile("\"name\": ?\"([a-z.-]*foliot[a-z.-]+)\"");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z.-]*foliot[a-z.-]+)` \\|");

  @Test
  void shouldMakeAPoolOfAllSettings() {
    AdaptivePoolProperties properties =
        bind(
            Map.of(
                "foliot.pool.name", "web",
                "foliot.pool.minimum", "2",
                "foliot.pool.maximum", "9",
                "foliot.pool.queue.bound", "100",
                "foliot.pool.queue.max-time", "2s",
                "foliot.pool.keep-alive", "5s"));
    try (AdaptivePool pool = properties.pool(properties.builder(), 17)) {
      assertThat(pool.snapshot().name()).isEqualTo("web");
      assertThat(pool.snapshot().limits().minimum()).isEqualTo(2);
      assertThat(pool.snapshot().limits().maximum()).isEqualTo(9);
    }
  }

  @Test
  void shouldLeaveTheMaximumToTheLimitsOfTheProcess() {
    AdaptivePoolProperties properties = bind(Map.of());
    try (AdaptivePool pool = properties.pool(properties.builder(), 17);
        AdaptivePool usual = AdaptivePool.create()) {
      assertThat(pool.snapshot().limits()).isEqualTo(usual.snapshot().limits());
      assertThat(pool.snapshot().name()).isEqualTo("adaptive");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "name, ' ', a name is not blank",
    "minimum, 0, the least is 1",
    "maximum, 0, the minimum is 1",
    "queue.bound, 0, the least is 1",
    "queue.max-time, 0s, it is above zero",
    "keep-alive, -1s, it is above zero",
  })
  void shouldNameTheSettingAndTheRemedy(String property, String value, String remedy) {
    AdaptivePoolProperties properties = bind(Map.of("foliot.pool." + property, value));
    assertThatThrownBy(properties::builder)
        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
        .hasMessageContainingAll("foliot.pool." + property, remedy);
  }

  @Test
  void shouldSayWhichJdkHasVirtualThreads() {
    AdaptivePoolProperties properties = bind(Map.of("foliot.pool.threads", "virtual"));
    assertThatThrownBy(() -> properties.pool(properties.builder(), 17))
        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
        .hasMessageContainingAll("foliot.pool.threads", "JDK 21 or later", "JDK 17", "platform");
  }

  /** IDEs complete what the metadata names, and the guide has a row for each. */
  @Test
  void shouldDescribeEverySettingInTheMetadataAndInTheGuide() throws Exception {
    TreeSet<String> described = new TreeSet<>();
    try (var metadata =
        AdaptivePoolProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      assertThat(metadata).isNotNull();
      String text = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
      NAME.matcher(text).results().forEach(found -> described.add(found.group(1)));
    }
    // Groups of settings, which have no value of their own.
    described.removeIf(name -> described.stream().anyMatch(other -> other.startsWith(name + ".")));
    String guide = Files.readString(Path.of("..", "docs", "guide", "pool-spring-boot.md"));

    assertThat(described)
        .contains("foliot.pool.maximum", "foliot.pool.enabled")
        .isEqualTo(
            ROW.matcher(guide)
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static AdaptivePoolProperties bind(Map<String, String> properties) {
    return new Binder(new MapConfigurationPropertySource(properties))
        .bindOrCreate("foliot.pool", AdaptivePoolProperties.class);
  }
}
