package dev.foliot.fleet;

import static dev.foliot.fleet.Samples.mean;
import static dev.foliot.fleet.Samples.read;
import static dev.foliot.fleet.Samples.with;
import static dev.foliot.fleet.Samples.withMetric;
import static dev.foliot.fleet.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with several series has no metric until somebody says how they become one. */
class SeriesOfANodeTest {
  @TempDir Path folder;

  /** Counters of two CPUs in two modes; those of node b rise twice as fast. */
  private static String counters() {
    StringBuilder text = new StringBuilder("# TYPE cpu_seconds_total counter\n");
    for (int t = 0; t < 20; t++) {
      for (String node : List.of("a", "b", "c")) {
        for (int cpu = 0; cpu < 2; cpu++) {
          for (String mode : List.of("user", "system", "idle")) {
            double rate = mode.equals("idle") ? 7 : node.equals("b") ? 0.2 : 0.1;
            // CPU 1 of node a was restarted: its counters fell
            double from = node.equals("a") && cpu == 1 && t >= 10 ? -60 * rate * 10 : 100;
            text.append(
                "cpu_seconds_total{instance=\"%s\",cpu=\"%d\",mode=\"%s\"} %.3f %d\n"
                    .formatted(node, cpu, mode, from + 60 * rate * t, 1_790_035_200 + 60 * t));
          }
        }
        text.append("rps{instance=\"%s\"} 10 %d\n".formatted(node, 1_790_035_200 + 60 * t));
      }
    }
    return text.toString();
  }

  private static UnaryOperator<FleetRequest> joined(String metric, FleetRequest.Series series) {
    return request -> with(withMetric(request, metric), series);
  }

  @Test
  void shouldRefuseToMixThemAndSayHowTheyBecomeOne() throws IOException {
    Path file = write(folder, "a.prom", counters());

    assertThatThrownBy(() -> read(file, r -> withMetric(r, "rate(cpu_seconds_total)")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("a node has 6 series at each time, which differ in cpu, mode")
        .hasMessageContaining("--where 'cpu=…'")
        .hasMessageContaining("--sum 'cpu,mode'");
  }

  @Test
  void shouldAddUpTheRatesOfThoseThatAreTaken() throws IOException {
    Path file = write(folder, "a.prom", counters());
    FleetRequest.Series busy =
        new FleetRequest.Series(List.of("mode!=idle"), List.of("cpu", "mode"), List.of());
    FleetMeasured measured = read(file, joined("rate(cpu_seconds_total)", busy));

    assertThat(mean(measured, "a")).isCloseTo(0.4, within(1e-3));
    assertThat(mean(measured, "b")).isCloseTo(0.8, within(1e-3));
    assertThat(mean(read(file, joined("rate(cpu_seconds_total)/rps", busy)), "b"))
        .isCloseTo(0.08, within(1e-4));
  }

  @Test
  void shouldAverageThem() throws IOException {
    Path file = write(folder, "a.prom", counters());
    FleetRequest.Series mean =
        new FleetRequest.Series(List.of("mode=user"), List.of(), List.of("cpu"));

    assertThat(mean(read(file, joined("rate(cpu_seconds_total)", mean)), "c"))
        .isCloseTo(0.1, within(1e-3));
  }

  @Test
  void shouldNotTakeASumThatLacksASeries() throws IOException {
    String text =
        counters().replace("{instance=\"c\",cpu=\"1\",mode=\"user\"} 136.000 1790035560\n", "{");
    Path file = write(folder, "a.prom", text.replaceAll("cpu_seconds_total", "cpu_share"));
    FleetRequest.Series sum = new FleetRequest.Series(List.of(), List.of("cpu", "mode"), List.of());

    FleetMeasured measured = read(file, joined("cpu_share", sum));

    assertThat(measured.data().missing()).isEqualTo(1);
  }

  @Test
  void shouldDoTheSameInTables() throws IOException, SQLException {
    StringBuilder csv = new StringBuilder("time,node,disk,ms\n");
    for (int t = 0; t < 10; t++) {
      for (String node : List.of("a", "b")) {
        csv.append("%d,%s,sda,1\n%d,%s,sdb,2\n".formatted(t, node, t, node));
      }
    }
    Path file = write(folder, "a.csv", csv.toString());
    Path parquet =
        Samples.parquet(folder.resolve("a.parquet"), "SELECT * FROM read_csv('" + file + "')");
    for (Path each : List.of(file, parquet)) {
      assertThatThrownBy(() -> read(each, r -> withMetric(r, "ms")))
          .isInstanceOf(FleetException.class)
          .hasMessageContaining("a node has 2 series at each time, which differ in disk");
      assertThat(
              mean(
                  read(
                      each,
                      joined("ms", new FleetRequest.Series(List.of(), List.of("disk"), List.of()))),
                  "a"))
          .isEqualTo(3);
      assertThat(
              mean(
                  read(
                      each,
                      joined(
                          "ms",
                          new FleetRequest.Series(List.of("disk=~s.b"), List.of(), List.of()))),
                  "a"))
          .isEqualTo(2);
    }
  }

  @Test
  void shouldRefuseAGuessedNodeWhoseRowsShareTheirTimes() throws IOException {
    StringBuilder csv = new StringBuilder("time,host,cpu\n");
    for (int t = 0; t < 20; t++) {
      csv.append("%d,a,%d\n%d,a,%d\n%d,b,1\n".formatted(t, t, t, t + 1, t));
    }
    Path file = write(folder, "a.csv", csv.toString());

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("20 of 60 rows share node and time with another")
        .hasMessageContaining("name them with --node and --time");
  }

  @Test
  void shouldRefuseConditionsThatAreNone() throws IOException {
    Path file = write(folder, "a.csv", Samples.CSV);

    assertThatThrownBy(() -> read(file, where("zone")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("--where 'zone' is no condition");
    assertThatThrownBy(() -> read(file, where("zone=~(")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is no regular expression");
    assertThatThrownBy(() -> read(file, where("mode=x")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("there is no column 'mode', that --where names");
  }

  private static UnaryOperator<FleetRequest> where(String condition) {
    return r -> with(r, new FleetRequest.Series(List.of(condition), List.of(), List.of()));
  }

  @Test
  void shouldReadNumbersOfOneMeaningAndRefuseOthers() throws IOException {
    Path thousands = write(folder, "t.csv", table("\"6,023\"", "\"7,023\""));

    assertThatThrownBy(() -> read(thousands))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("column 'cpu' has '7,023', which could be two numbers")
        .hasMessageContaining("--decimal");
    assertThat(mean(read(thousands, decimal(NumberText.Decimal.POINT)), "a")).isEqualTo(6023);
    assertThat(mean(read(thousands, decimal(NumberText.Decimal.COMMA)), "a")).isEqualTo(6.023);
    assertThat(mean(read(write(folder, "c.csv", table("\"0,5\"", "\"1.234,5\""))), "b"))
        .isEqualTo(1234.5);
    assertThat(mean(read(write(folder, "m.csv", table("250m", "1"))), "a")).isEqualTo(0.25);
    assertThat(mean(read(write(folder, "g.csv", table("1.5Gi", "512Mi"))), "b"))
        .isEqualTo(512.0 * (1 << 20));
    assertThat(mean(read(write(folder, "d.csv", table("1m30s", "5m"))), "b")).isEqualTo(300);
    assertThatThrownBy(() -> read(write(folder, "p.csv", table("12%", "0.12"))))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("hold no number");
  }

  @Test
  void shouldReadDatesOfOneMeaningAndRefuseOthers() throws IOException {
    String text = table("1", "2").replace("2026-09-22", "01/02/2026");
    Path file = write(folder, "d.csv", text);

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("could be of two days")
        .hasMessageContaining("--dates");
    assertThat(
            read(file, r -> with(r, new FleetRequest.Writing(null, TimeText.Order.DAY_FIRST, null)))
                .data()
                .firstUs())
        .isEqualTo(1_769_904_000_000_000L);
  }

  private static UnaryOperator<FleetRequest> decimal(NumberText.Decimal decimal) {
    return r -> with(r, new FleetRequest.Writing(decimal, null, null));
  }

  private static String table(String a, String b) {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int t = 0; t < 5; t++) {
      csv.append("2026-09-22 00:0%d,a,%s\n2026-09-22 00:0%d,b,%s\n".formatted(t, a, t, b));
    }
    return csv.toString();
  }
}
