package dev.foliot.fleet.points;

import static dev.foliot.fleet.read.Samples.mean;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.with;
import static dev.foliot.fleet.read.Samples.withMetric;
import static dev.foliot.fleet.read.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetMeasured;
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

    assertThat(measured.data().points().missing()).isEqualTo(1);
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
        .hasMessageContaining("have another unit");
  }

  @Test
  void shouldNotTakeAThousandForOneAndABit() throws IOException {
    Path german = write(folder, "t.csv", table("900", "1.350").replace(',', ';'));

    assertThatThrownBy(() -> read(german))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("column 'cpu' has '1.350', which could be two numbers");
    assertThat(mean(read(german, decimal(NumberText.Decimal.COMMA)), "b")).isEqualTo(1350);
    assertThat(mean(read(write(folder, "p.csv", table("0", "1.350"))), "b")).isEqualTo(1.35);
  }

  @Test
  void shouldNotAddATotalToItsParts() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu,busy\n");
    for (int t = 0; t < 10; t++) {
      for (String node : List.of("a", "b")) {
        csv.append("%1$d,%2$s,c0,1\n%1$d,%2$s,c1,2\n%1$d,%2$s,all,3\n".formatted(t, node));
      }
    }
    Path file = write(folder, "a.csv", csv.toString());

    assertThatThrownBy(() ->
            read(
                file,
                joined("busy", new FleetRequest.Series(List.of(), List.of("cpu"), List.of()))))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("column 'cpu' has 'all' beside others")
        .hasMessageContaining("--where 'cpu!=all'");
    assertThat(
            mean(
                read(
                    file,
                    joined(
                        "busy",
                        new FleetRequest.Series(List.of("cpu!=all"), List.of("cpu"), List.of()))),
                "a"))
        .isEqualTo(3);
  }

  @Test
  void shouldNotLoseANodeWhoseCellsAreNoNumbers() throws IOException {
    StringBuilder csv = new StringBuilder("time,a,b,c\n");
    for (int t = 0; t < 30; t++) {
      csv.append("%d,1.5 s,2.5 s,%d.%02d fortnights\n".formatted(1_790_035_200 + 60 * t, t, t));
    }

    assertThatThrownBy(() -> read(write(folder, "w.csv", csv.toString())))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("column 'c' has '0.00 fortnights'");
  }

  @Test
  void shouldRefuseNodesOfDifferentUnits() throws IOException {
    String text = "time,a,b\n1790035200,1.5 mins,1.1\n1790035260,1.4 mins,1.2\n";

    assertThatThrownBy(() -> read(write(folder, "u.csv", text)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("columns 'a' and 'b' are nodes, but their numbers have different");
  }

  @Test
  void shouldRefuseASecondTableWithOtherColumns() throws IOException {
    String text = "time,node,v\n1,a,1\n1,b,2\ntime,node,rps,v\n2,a,10,1\n2,b,10,2\n";

    assertThatThrownBy(() -> read(write(folder, "two.csv", text)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("a second line of names with other columns");
  }

  @Test
  void shouldSayThatTimesAreOld() throws IOException {
    FleetMeasured measured =
        read(write(folder, "r.csv", "time,node,v\n0,a,1\n0,b,2\n60,a,1\n60,b,2\n"));

    assertThat(measured.data().notes()).anyMatch(note -> note.contains("before the year 2000"));
  }

  @Test
  void shouldSayThatAConditionLeavesNothing() throws IOException {
    assertThatThrownBy(() -> read(write(folder, "n.csv", Samples.CSV), where("zone=north")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("--where leaves no row of");
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
            read(
                    file,
                    r ->
                        with(
                            r,
                            new FleetRequest.Writing(
                                null, TimeText.Order.DAY_FIRST, null, List.of())))
                .data()
                .period()
                .firstUs())
        .isEqualTo(1_769_904_000_000_000L);
  }

  private static UnaryOperator<FleetRequest> decimal(NumberText.Decimal decimal) {
    return r -> with(r, new FleetRequest.Writing(decimal, null, null, List.of()));
  }

  private static String table(String a, String b) {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int t = 0; t < 5; t++) {
      csv.append("2026-09-22 00:0%d,a,%s\n2026-09-22 00:0%d,b,%s\n".formatted(t, a, t, b));
    }
    return csv.toString();
  }
}
