package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What public data sets taught, with made-up numbers in their layouts. The sets themselves are in
 * docs/evidence/fleet-public.md.
 */
final class PublicDataTest {
  @TempDir Path folder;

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static FleetRecord of(Path file, String metric) {
    return FleetAnalysis.of(
        Samples.read(file, request -> Samples.withMetric(request, metric)), Instant.EPOCH, 1);
  }

  private static FleetMeasured read(Path file, UnaryOperator<FleetRequest> changed) {
    return Samples.read(file, changed);
  }

  /**
   * Mini-batch times of ten workers: the first column numbers the rows, the time counts steps, the
   * node is a number. Worker 6 is 1.7 times as slow for 14 of 80 steps.
   */
  private String training() {
    Random random = new Random(45);
    StringBuilder csv = new StringBuilder(",worker,gpu,time,batch_time_norm\n");
    int row = 0;
    for (int step = 0; step < 80; step++) {
      for (int worker = 0; worker < 10; worker++) {
        double times = worker == 6 && step >= 40 && step < 54 ? 1.7 : 1;
        csv.append(
            String.format(
                Locale.ROOT,
                "%d,%d,25,%d,%.0f%n",
                row++,
                worker,
                1401 + 10 * step,
                times * (430 + 15 * random.nextGaussian())));
      }
    }
    return csv.toString();
  }

  @Test
  void shouldReadWorkersThatAreNumbersAndTimesThatCount() throws IOException {
    FleetMeasured measured = read(write("job.csv", training()), request -> request);
    assertThat(measured.input().columns().node()).isEqualTo("worker");
    assertThat(measured.input().columns().metric()).isEqualTo("batch_time_norm");
    FleetOnset onset = FleetAnalysis.of(measured, Instant.EPOCH, 1).finding().onsets().getFirst();
    assertThat(onset.kind()).isEqualTo(FleetOnset.Kind.EPISODE);
    assertThat(onset.nodes()).containsExactly("6");
    assertThat(onset.time().fromLowUs()).isLessThanOrEqualTo(1_801_000_000L);
    assertThat(onset.time().fromHighUs()).isGreaterThanOrEqualTo(1_791_000_000L);
  }

  /** Weights of sixteen rats on three diets over eleven days: two levels, by diet. */
  @Test
  void shouldTakeTheColumnWithOneRowAtEachTimeAsTheNode() throws IOException {
    StringBuilder csv = new StringBuilder("rownames,weight,Time,Rat,Diet\n");
    Random random = new Random(7);
    int row = 1;
    for (int rat = 1; rat <= 16; rat++) {
      for (int day = 1; day <= 71; day += 7) {
        double weight = (rat <= 8 ? 250 : 480) + 20 * random.nextGaussian() / 4 + day / 3.0;
        csv.append(
            String.format(
                Locale.ROOT, "%d,%.0f,%d,%d,%d%n", row++, weight, day, rat, rat <= 8 ? 1 : 2));
      }
    }
    FleetRecord record = of(write("weights.csv", csv.toString()), "weight");
    assertThat(record.input().columns().node()).isEqualTo("Rat");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.groups().explanations().explainedBy().stream().map(FleetExplanation::label))
        .containsExactly("Diet");
    assertThat(record.groups().explanations().goesWith()).isEmpty();
  }

  /** A column for each station, days, and the row's number. */
  @Test
  void shouldNotTakeTheNumberOfTheRowAsANode() throws IOException {
    StringBuilder csv = new StringBuilder("rownames,date,ad,ba,ef\n");
    for (int day = 1; day <= 30; day++) {
      csv.append("%d,2004-01-%02d,%d.5,%d.5,%d.5\n".formatted(day, day, 20 + day % 3, 21, 22));
    }
    String named = csv.toString();
    for (String name : new String[] {"rownames", "", "Unnamed: 0", "nr"}) {
      FleetMeasured measured =
          read(write("days.csv", named.replace("rownames", name)), request -> request);
      assertThat(measured.sums().nodes()).as(name).containsExactly("ad", "ba", "ef");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // what a refusal names as the metric
    "'rownames,city,year,month,sales,median,date', '%d,c%d,2000,1,7%d,1%d,2000.%d', '--metric"
        + " ''sales'''",
    "'id,origin,year,month,day,hour,temp,dewp', '%d,o%d,2013,1,1,1,3%d.5,%d.25', 'of temp, dewp;'",
  })
  void shouldNotNamePartsOfADateAsMetrics(String names, String row, String remedy)
      throws IOException {
    StringBuilder csv = new StringBuilder(names).append('\n');
    for (int i = 1; i <= 30; i++) {
      csv.append(String.format(Locale.ROOT, row, i, i % 4, i % 7, i % 5, i)).append('\n');
    }
    Path file = write("table.csv", csv.toString());
    assertThatThrownBy(() -> read(file, request -> request))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(remedy)
        .hasMessageNotContainingAny("of rownames", "of year", "of id", "month, sales");
  }

  @Test
  void shouldSayThatADateInSeveralColumnsIsToBeOne() throws IOException {
    Path file =
        write(
            "storms.csv",
            "name,year,month,day,wind,pressure\na,1975,6,27,25,1013\nb,1975,6,28,30,1010\n");
    assertThatThrownBy(() -> read(file, request -> request))
        .hasMessageContaining(
            "its time is in several columns (year, month, day): make one of them");
  }

  /** Output of docker stats, without names: an id twice, percentages, sizes. */
  @Test
  void shouldRefuseATableWithoutNamesWhoseCellsRepeat() throws IOException {
    String row = "%d,bb792a3cdfcc,agent-%d,bb792a3cdfcc,0.0%d%%,\"237MiB / 15.48GiB\",1.50%%\n";
    Path file =
        write("stats.csv", row.formatted(1741055612, 1, 9) + row.formatted(1741055612, 2, 7));
    assertThatThrownBy(() -> read(file, request -> request))
        .hasMessageContainingAll(
            "has no line of names", "--columns time,node,column3,column4,cpu,");
    Path repeated = write("twice.csv", "time,node,cpu,cpu\n1790000000,a,1,2\n1790000000,b,1,2\n");
    assertThatThrownBy(() -> read(repeated, request -> request))
        .hasMessageContaining("has two columns 'cpu'");
  }

  /** A file for each machine, called by a number, with units behind the names of columns. */
  @Test
  void shouldReadAFileForEachMachineWithUnitsInItsNames() throws IOException {
    for (int machine = 1; machine <= 9; machine++) {
      StringBuilder csv = new StringBuilder("Timestamp [ms];\tCPU cores;\tCPU usage [%]\n");
      for (int i = 0; i < 30; i++) {
        csv.append("%d;\t4;\t%d.%d\n".formatted(1376314846 + 300 * i, 10 * machine, i % 4));
      }
      write("vms/" + machine + ".csv", csv.toString());
    }
    FleetMeasured measured = read(folder.resolve("vms"), request -> request);
    assertThat(measured.input().columns().time()).isEqualTo("Timestamp [ms]");
    assertThat(measured.input().columns().metric()).isEqualTo("\"CPU usage [%]\"");
    assertThat(measured.sums().nodes()).hasSize(9).contains("1", "9");
  }

  /** One reading of all nodes, a second after the other: no two ran at the same time. */
  @Test
  void shouldTakeOneReadingOfAllNodesAsOneTime() throws IOException {
    StringBuilder csv = new StringBuilder("timestamp,node_id,cpu\n");
    for (int node = 0; node < 60; node++) {
      csv.append(
          "%d,n%02d,%d.%02d\n".formatted(1790000000 + 4 * node, node, node < 30 ? 1 : 2, node % 7));
    }
    FleetRecord record = of(write("health.csv", csv.toString()), "cpu");
    assertThat(record.data().period().windows()).isEqualTo(1);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
  }

  /** Whether a state has a service is none. */
  @Test
  void shouldNotTakeYesAndNoAsServices() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,service,cpu\n");
    for (int t = 0; t < 20; t++) {
      for (int node = 0; node < 12; node++) {
        csv.append(
            "%d,n%02d,%s,%d\n"
                .formatted(
                    1790000000 + 60 * t, node, node % 2 == 0 ? "yes" : "no", 50 + (node + t) % 5));
      }
    }
    assertThat(of(write("states.csv", csv.toString()), "cpu").finding().limits().services())
        .isNull();
  }

  @ParameterizedTest
  @CsvSource({"iostat, sar -d", "collectl.raw, collectl -p FILE -P", "results.xml, sadf -j"})
  void shouldSayWhatToGiveInsteadOfALayoutThatIsNotRead(String name, String remedy)
      throws IOException {
    String text =
        switch (name) {
          case "iostat" ->
              """
              Linux 6.1 (a)  2026-09-22  _x86_64_  (1 CPU)

              avg-cpu:  %user   %idle
                3.3   95.1
              """;
          case "collectl.raw" -> "####\n# Collectl:   V3.6.7-1\n# Host:       a\n>>> 1.0 <<<\n";
          default -> "<?xml version=\"1.0\"?>\n<testResults version=\"1.2\">\n</testResults>\n";
        };
    Path file = write(name, text);
    assertThatThrownBy(() -> read(file, request -> request))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(remedy);
  }

  @Test
  void shouldTrustAnOutlierAmongFewNodes() throws IOException {
    StringBuilder csv =
        new StringBuilder("timeStamp,elapsed,label,success,Latency,Hostname,Connect\n");
    Random random = new Random(3);
    for (int second = 0; second < 300; second++) {
      for (int host = 0; host < 9; host++) {
        long elapsed =
            Math.round(90 * Math.exp(0.3 * random.nextGaussian()) * (host == 4 ? 1.8 : 1));
        csv.append(
            "%d,%d,home,true,%d,agent-%d,1\n"
                .formatted(1779780535408L + 500L * second + 7L * host, elapsed, elapsed - 2, host));
      }
    }
    FleetRecord record = of(write("results.csv", csv.toString()), "elapsed");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.OUTLIERS);
    assertThat(record.groups().places().outliers()).isEqualTo(List.of("agent-4"));
    assertThat(record.finding().confidence()).isGreaterThanOrEqualTo(0.9);
  }
}
