package dev.foliot.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void shouldBeAsWideAsItsCells() {
    TextTable table = new TextTable("arm", "peak/s", "<note");
    table.row("virtual", "1,000", "first");
    table.row("fixed:50", "50", "");

    assertThat(table.lines(100))
        .containsExactly(
            "arm        peak/s   note", "virtual     1,000   first", "fixed:50       50");
    assertThat(table.columnsWithin(100)).isEqualTo(3);
    assertThat(table.columnsWithin(20)).isEqualTo(2);
  }

  @Test
  void shouldCutTheWidestTextFirst() {
    TextTable table = new TextTable("|run", "<name", "<verdict", "size");
    table.row("20261126-110724-0w67", "a".repeat(60), "b".repeat(30), "354 MB");

    List<String> lines = table.lines(80);

    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(lines.getLast())
        .startsWith("20261126-110724-0w67   aaaaaaaaaa")
        .endsWith("   354 MB")
        .contains("aaa...   bbb");
  }

  @Test
  void shouldLeaveOutTheLastColumnsWhereNothingCanBeCut() {
    TextTable table = new TextTable("arm", "p50", "p90", "p99");
    table.row("virtual", "1".repeat(20), "2".repeat(20), "3".repeat(20));

    assertThat(table.lines(55).getLast())
        .contains("1111", "2222")
        .doesNotContain("3")
        .hasSizeLessThanOrEqualTo(55);
  }

  @Test
  void shouldRefuseMoreCellsThanColumns() {
    TextTable table = new TextTable("one");

    assertThatThrownBy(() -> table.row("a", "b")).isInstanceOf(IllegalArgumentException.class);
    assertThat(table.isEmpty()).isTrue();
  }
}
