package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.page.ReportException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoReportTest {
  @TempDir Path temp;

  @Test
  void shouldMarkBothPlacesInOneStrip() {
    String html = golden(1);

    assertThat(Html.count(html, "<rect class=\"here\"")).isEqualTo(2);
    assertThat(Html.count(html, "<path class=\"tick\"")).isEqualTo(3);
    assertThat(Html.count(html, "<path class=\"cross\"")).isEqualTo(5);
    assertThat(html).contains(">unlucky address</text>", ">lucky address</text>");
  }

  @Test
  void shouldSayWhatIsNotAvailableAndShowTheRest() {
    assertThat(golden(2))
        .contains("NOT AVAILABLE HERE", "install openjdk-17-jdk", "data-plot=\"d0-picture\"")
        .doesNotContain("d1-picture");
  }

  @Test
  void shouldRefuseOtherRunsBesideADemo() {
    assertThat(DemoReport.isFor(List.of(Golden.demo(1)))).isTrue();
    assertThat(DemoReport.isFor(List.of(Golden.run(), Golden.study()))).isFalse();
    assertThatThrownBy(() -> DemoReport.isFor(List.of(Golden.demo(1), Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("report it apart");
    assertThatThrownBy(() -> DemoReport.html(List.of(Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("is no demo");
    assertThatThrownBy(() -> DemoReport.html(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String golden(int number) {
    return DemoReport.html(List.of(Golden.demo(number)));
  }
}
