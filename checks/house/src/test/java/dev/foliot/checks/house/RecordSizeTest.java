package dev.foliot.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A record has at most eight components; those of a larger one are nested by concept. */
final class RecordSizeTest {
  private static final int MOST = 8;

  /**
   * The components that larger records have today. None may grow, and none may be added; where one
   * is nested, it is struck.
   */
  private static final Map<String, Integer> LARGER = Map.ofEntries(XXX);

  @Test
  void shouldHaveAtMostEightComponentsAndNoMoreThanTodayInALargerRecord() {
    Map<String, Integer> larger = new TreeMap<>();
    Shipped.CLASSES.stream()
        .filter(JavaClass::isRecord)
        .forEach(type -> larger.put(type.getName(), components(type)));
    larger.values().removeIf(components -> components <= MOST);

    assertThat(larger).isEqualTo(LARGER);
  }

  private static int components(JavaClass type) {
    return (int)
        type.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .count();
  }
}
