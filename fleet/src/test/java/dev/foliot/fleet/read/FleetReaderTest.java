package dev.foliot.fleet.read;

import static dev.foliot.fleet.read.Samples.CSV;
import static dev.foliot.fleet.read.Samples.mean;
import static dev.foliot.fleet.read.Samples.parquet;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.request;
import static dev.foliot.fleet.read.Samples.with;
import static dev.foliot.fleet.read.Samples.withMetric;
import static dev.foliot.fleet.read.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of every kind become sums. One long class, because all tests read one sample in several
 * forms.
 */
class FleetReaderTest {
  @TempDir Path folder;

  /** Seconds since the process began, of a node that began again twice. */
  @Test
  void shouldTellLifetimesByAnUptimeThatFalls() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu,uptime_seconds\n");
    for (int point = 0; point < 90; point++) {
      csv.append("%d,steady,%d,%d\n".formatted(1_790_000_000 + 60 * point, 5, 9_000 + 60 * point));
      csv.append(
          "%d,restarted,%d,%s\n"
              .formatted(
                  1_790_000_000 + 60 * point, 5, point == 7 ? "" : 3 + point % 30 * 60 + ".25"));
    }

    FleetMeasured measured = Samples.read(Samples.write(folder, "up.csv", csv.toString()));

    assertThat(measured.sums().lifetimesOf("steady")).hasSize(1);
    assertThat(measured.sums().lifetimesOf("restarted")).hasSize(3);
    assertThat(measured.input().columns().start()).isEqualTo("uptime_seconds");
    assertThat(measured.sums().others()).isEmpty();
    assertThat(measured.input().guesses())
        .anyMatch(guess -> guess.contains("where column 'uptime_seconds' falls"));
  }

  @Test
  void shouldReadCsvAndSayWhatItGuessed() throws IOException {
    FleetMeasured measured = read(write(folder, "fleet.csv", CSV));

    assertIsTheSample(measured);
    assertThat(measured.input().format()).isEqualTo("csv");
    assertThat(measured.input().columns().node()).isEqualTo("node");
    assertThat(measured.input().columns().time()).isEqualTo("time");
    assertThat(measured.input().columns().metric()).isEqualTo("cpu/rps");
    assertThat(measured.input().columns().load()).isEqualTo("rps");
    assertThat(measured.input().columns().labels()).containsExactly("zone");
    assertThat(measured.input().guesses())
        .anyMatch(guess -> guess.contains("node is column 'node'"))
        .anyMatch(guess -> guess.contains("time is column 'time'"))
        .anyMatch(guess -> guess.contains("metric is cpu/rps"))
        .anyMatch(guess -> guess.contains("load is rps"));
    assertThat(measured.data().points().rows()).isEqualTo(12);
    assertThat(measured.data().period().windows()).isEqualTo(4);
    assertThat(measured.sums().inverseLoad()).isTrue();
    assertThat(measured.sums().cell(measured.sums().lifetimesOf("a").getFirst(), 0).x())
        .as("1/load")
        .isEqualTo(0.2);
  }

  @Test
  void shouldReadOtherDelimitersEncodingsAndGzip() throws IOException {
    assertIsTheSample(read(write(folder, "a.csv", CSV.replace(',', ';'))));
    assertIsTheSample(read(write(folder, "a.tsv", CSV.replace(',', '\t'))));
    assertIsTheSample(read(write(folder, "bom.csv", "\uFEFF" + CSV)));
    assertIsTheSample(read(write(folder, "crlf.csv", CSV.replace("\n", "\r\n"))));
    assertIsTheSample(
        read(Files.write(folder.resolve("16.csv"), CSV.getBytes(StandardCharsets.UTF_16))));
    Path gzip = folder.resolve("a.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write(CSV.getBytes(StandardCharsets.UTF_8));
    }
    assertIsTheSample(read(gzip));
  }

  @Test
  void shouldReadOtherEncodingsOnlyWhereTheyAreSaid() throws IOException {
    String latin = CSV.replace(",a,", ",caf\u00E9,").replace(",b,", ",caf\u00E8,");
    Path file =
        Files.write(folder.resolve("latin.csv"), latin.getBytes(StandardCharsets.ISO_8859_1));
    FleetMeasured measured =
        read(
            file,
            r ->
                Samples.with(
                    r,
                    new FleetRequest.Writing(null, null, StandardCharsets.ISO_8859_1, List.of())));

    assertThat(measured.sums().nodes()).containsExactly("c", "caf\u00E8", "caf\u00E9");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is not UTF-8, and no mark says what it is")
        .hasMessageContaining("--encoding");
    // also behind the head by which its layout is recognised
    Path late =
        Files.write(
            folder.resolve("late.csv"),
            (CSV.repeat(20_000) + latin).getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> read(late))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is not UTF-8");
  }

  @Test
  void shouldReadParquetOfAnyTypeOfTime() throws IOException, SQLException {
    Path csv = write(folder, "fleet.csv", CSV);
    String all = "SELECT %s AS time, node, zone, cpu, rps FROM read_csv('" + csv + "')";
    for (String time :
        List.of(
            "time",
            "CAST(time AS TIMESTAMP)",
            "CAST(CAST(time AS TIMESTAMP) AS TIMESTAMP_NS)",
            "epoch(time)",
            "CAST(epoch(time) AS BIGINT)",
            "epoch_ms(time)",
            "epoch_us(time)",
            "epoch_ns(time)",
            "strftime(CAST(time AS TIMESTAMP), '%Y-%m-%dT%H:%M:%SZ')")) {
      FleetMeasured measured = read(parquet(folder.resolve("fleet.parquet"), all.formatted(time)));

      assertIsTheSample(measured);
      assertThat(measured.data().period().firstUs()).as(time).isEqualTo(1_772_359_200_000_000L);
      assertThat(measured.input().format()).isEqualTo("parquet");
    }
  }

  @Test
  void shouldTakeTheKeysOfPartitionedFoldersForColumns() throws IOException, SQLException {
    Path csv = write(folder, "fleet.csv", CSV);
    for (String zone : List.of("west", "east")) {
      for (String node : List.of("a", "b", "c")) {
        Path part = Files.createDirectories(folder.resolve("zone=" + zone + "/host=" + node));
        if (zone.equals("east") == node.equals("b")) {
          parquet(
              part.resolve("0.parquet"),
              "SELECT time, cpu, rps FROM read_csv('" + csv + "') WHERE node = '" + node + "'");
        }
      }
    }
    FleetMeasured measured = read(folder.resolve("zone=*/host=*/*.parquet"));

    assertIsTheSample(measured);
    assertThat(measured.input().columns().node()).isEqualTo("host");
    assertThat(measured.input().columns().labels()).containsExactly("zone");
    assertIsTheSample(read(folder.resolve("**/*.parquet")));
  }

  @Test
  void shouldReadJsonLinesAndLists() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String line : CSV.lines().skip(1).toList()) {
      String[] cells = line.split(",", -1);
      lines.append(
          "{\"time\":\"%s\",\"node\":\"%s\",\"tags\":{\"zone\":\"%s\"},\"cpu\":%s,\"rps\":%s,\"x\":[1]}\n"
              .formatted((Object[]) cells));
    }
    FleetMeasured measured = read(write(folder, "a.jsonl", lines.toString()));

    assertThat(measured.input().columns().labels()).containsExactly("tags.zone");
    assertIsTheSample(measured);
    assertThat(measured.data().notes()).anyMatch(note -> note.contains("lists"));
    String list = "[" + lines.toString().strip().replace("\n", ",") + "]";
    assertIsTheSample(read(write(folder, "a.json", list)));
  }

  @Test
  void shouldReadAnswersOfPrometheus() throws IOException {
    String answer =
        """
        {"status":"success","data":{"resultType":"matrix","result":[%s]}}
        """
            .formatted(String.join(",", series("cpu", 10, 12, 8, 14), series("rps", 5, 6, 4, 7)));
    FleetMeasured measured = read(write(folder, "a.json", answer));

    assertThat(measured.input().format()).isEqualTo("prometheus");
    assertThat(measured.input().columns().node()).isEqualTo("instance");
    assertThat(measured.input().columns().labels()).containsExactly("zone");
    assertIsTheSample(measured);
    assertThat(measured.data().points().duplicates()).isZero();
  }

  @Test
  void shouldTakeTheNamesOfFilesForUnnamedMetrics() throws IOException {
    String answer = "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[%s]}}";
    Path cpu = write(folder, "cpu.json", answer.formatted(series("", 10, 12, 8, 14)));
    Path rps = write(folder, "rps.json", answer.formatted(series("", 5, 6, 4, 7)));

    assertIsTheSample(FleetReader.read(withMetric(request(cpu, rps), "cpu/rps")));
  }

  @Test
  void shouldReadOpenMetrics() throws IOException {
    StringBuilder text = new StringBuilder("# TYPE cpu gauge\n# TYPE rps gauge\n");
    for (String line : CSV.lines().skip(1).toList()) {
      String[] cells = line.split(",", -1);
      long second = java.time.Instant.parse(cells[0]).getEpochSecond();
      String labels = "{instance=\"%s\",zone=\"%s\"}".formatted(cells[1], cells[2]);
      text.append("cpu").append(labels).append(' ').append(cells[3]).append(' ').append(second);
      text.append(" # {trace_id=\"x\"} 1\n");
      text.append("rps").append(labels).append(' ').append(cells[4]).append(' ').append(second);
      text.append('\n');
    }
    text.append("no sample at all\n# EOF\n");
    FleetMeasured measured = read(write(folder, "a.om", text.toString()));

    assertThat(measured.input().format()).isEqualTo("openmetrics");
    assertIsTheSample(measured);
  }

  @Test
  void shouldReadWideFiles() throws IOException, SQLException {
    String wide =
        """
        when,a,b,c
        2026-03-01 10:00:00,2,4,6
        2026-03-01 10:01:00,2,4,6
        2026-03-01 10:02:00,2,,6
        """;
    Path csv = write(folder, "wide.csv", wide);
    Path parquet = parquet(folder.resolve("wide.parquet"), "SELECT * FROM read_csv('" + csv + "')");
    for (Path file : List.of(csv, parquet)) {
      FleetMeasured measured = read(file);

      assertThat(measured.input().columns().node()).isEqualTo("column names");
      assertThat(measured.input().columns().metric()).isEqualTo("value");
      assertThat(mean(measured, "b")).isEqualTo(4);
      assertThat(measured.data().points().missing()).isEqualTo(1);
      assertThat(measured.sums().nodes()).containsExactly("a", "b", "c");
    }
  }

  @Test
  void shouldTakeTheNameOfTheFileForTheNode() throws IOException {
    String series = "time,cpu\n1,10\n2,20\n3,30\n";
    write(folder, "n1.csv", series);
    write(folder, "n2.csv", series.replace("0", "1"));

    FleetMeasured measured = read(folder.resolve("n*.csv"));

    assertThat(measured.input().columns().node()).isEqualTo("file");
    assertThat(measured.sums().nodes()).containsExactly("n1", "n2");
    assertThat(mean(measured, "n1")).isEqualTo(20);
  }

  @Test
  void shouldTakeTheNameOfAParquetFileForTheNode() throws IOException, SQLException {
    Path series = write(folder, "series.csv", "time,cpu\n1,10\n2,20\n3,30\n");
    for (int node = 1; node <= 3; node++) {
      parquet(
          folder.resolve("n" + node + ".parquet"),
          "SELECT time, cpu + %d AS cpu FROM read_csv('%s')".formatted(node, series));
    }
    FleetMeasured measured = read(folder.resolve("n*.parquet"));

    assertThat(measured.input().columns().node()).isEqualTo("file");
    assertThat(measured.sums().nodes()).containsExactly("n1", "n2", "n3");
    assertThat(mean(measured, "n2")).isEqualTo(22);
  }

  @Test
  void shouldReadWideFilesThatLookLongWhereAskedTo() throws IOException {
    Path file =
        write(folder, "a.csv", "time,day,cpu,n2\n1,Mon,1,2\n2,Mon,1,2\n3,Tue,1,2\n4,Tue,1,2\n");
    FleetMeasured measured = read(file, r -> with(r, null, "column names", null, null));

    assertThat(measured.sums().nodes()).containsExactly("cpu", "n2");
    assertThat(mean(measured, "n2")).isEqualTo(2);
  }

  @Test
  void shouldTakeTheNodeFromTheTextThatRepeats() throws IOException {
    FleetMeasured measured = read(write(folder, "a.csv", CSV.replace("time,node", "when,who")));

    assertIsTheSample(measured);
    assertThat(measured.input().columns().node()).isEqualTo("who");
    assertThat(measured.input().columns().time()).isEqualTo("when");
  }

  @Test
  void shouldReadWithoutTimes() throws IOException {
    FleetMeasured measured = read(write(folder, "a.csv", "host,cpu\na,1\nb,2\na,3\n"));

    assertThat(measured.sums().windows()).isEqualTo(1);
    assertThat(measured.data().points().duplicates()).isZero();
    assertThat(mean(measured, "a")).isEqualTo(2);
  }

  @Test
  void shouldCountWhatIsWrong() throws IOException {
    String csv =
        """
        time,node,cpu
        3,a,1
        1,a,NaN
        2,a,
        4,a,5
        4,a,7
        1,b,inf
        2,b,
        3,b,2
        4,b,2
        ,b,9
        4,,9
        5,c,
        """;
    FleetMeasured measured = read(write(folder, "a.csv", csv), r -> withMetric(r, "cpu"));

    assertThat(measured.data().points().rows()).isEqualTo(12);
    assertThat(measured.data().points().missing()).isEqualTo(5);
    assertThat(measured.data().points().notFinite()).isEqualTo(2);
    assertThat(measured.data().points().duplicates()).isEqualTo(1);
    assertThat(measured.data().points().unordered()).isTrue();
    assertThat(measured.data().nodesWithout()).containsExactly("c");
    assertThat(mean(measured, "a")).as("duplicates are averaged").isEqualTo(3.5);
    assertThat(measured.data().notes())
        .anyMatch(note -> note.contains("1 rows name no node"))
        .anyMatch(note -> note.contains("1 rows have no time"))
        .anyMatch(note -> note.contains("1 rows are earlier than their node's row before"));
  }

  @Test
  void shouldPassOverOneTextInAHundredNumbersAndSaySo() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int i = 0; i < 100; i++) {
      csv.append(i)
          .append(",a,1\n")
          .append(i)
          .append(",b,")
          .append(i == 7 ? "x" : "2")
          .append("\n");
    }
    FleetMeasured measured = read(write(folder, "a.csv", csv.toString()));

    assertThat(measured.data().points().missing()).isEqualTo(1);
    assertThat(measured.data().notes())
        .anyMatch(note ->
            note.startsWith(
                "1 cells of column 'cpu' hold no number, as 'x' in row 16 of the data"));
  }

  @Test
  void shouldCountDivisionsByZeroAsMissing() throws IOException {
    FleetMeasured measured = read(write(folder, "a.csv", CSV.replace(",west,10,5", ",west,10,0")));

    assertThat(measured.data().points().missing()).isEqualTo(1);
    assertThat(measured.data().points().notFinite()).isZero();
    assertThat(mean(measured, "a")).isEqualTo(2);
  }

  @Test
  void shouldMixZonesAndSaySo() throws IOException {
    FleetMeasured measured =
        read(
            write(
                folder,
                "a.csv",
                CSV.replace("10:03:00Z", "12:03:00+02:00").replace("10:02:00Z", "10:02:00")));

    assertIsTheSample(measured);
    assertThat(measured.data().period().lastUs() - measured.data().period().firstUs())
        .isEqualTo(180_000_000);
    assertThat(measured.data().notes()).anyMatch(note -> note.startsWith("3 times have no zone"));
  }

  @Test
  void shouldMixZonesInParquetTextAndSaySo() throws IOException, SQLException {
    Path csv =
        write(
            folder,
            "a.csv",
            CSV.replace("10:03:00Z", "12:03:00+02:00[Europe/Berlin]")
                .replace("10:02:00Z", "10:02:00"));
    FleetMeasured measured =
        read(
            parquet(
                folder.resolve("a.parquet"),
                "SELECT * FROM read_csv('" + csv + "', types = {'time': 'VARCHAR'})"));

    assertIsTheSample(measured);
    assertThat(measured.data().period().lastUs() - measured.data().period().firstUs())
        .isEqualTo(180_000_000);
    assertThat(measured.data().notes()).anyMatch(note -> note.startsWith("3 times have no zone"));
  }

  @Test
  void shouldTakeRatesOfCountersAndTellLifetimesByResets() throws IOException {
    String csv =
        """
        time,node,cpu_seconds_total
        0,a,100
        60,a,130
        120,a,160
        180,a,6
        240,a,12
        0,b,5
        60,b,11
        120,b,17
        180,b,23
        240,b,29
        """;
    FleetMeasured measured = read(write(folder, "a.csv", csv));

    assertThat(measured.input().columns().metric()).isEqualTo("rate(cpu_seconds_total)");
    assertThat(measured.data().points().resets()).isEqualTo(1);
    assertThat(measured.data().points().missing()).isZero();
    List<Integer> lifetimes = measured.sums().lifetimesOf("a");
    assertThat(lifetimes).hasSize(2);
    assertThat(meanOf(measured.sums(), lifetimes.get(0))).isCloseTo(0.5, within(1e-12));
    assertThat(meanOf(measured.sums(), lifetimes.get(1))).isCloseTo(0.1, within(1e-12));
    assertThat(mean(measured, "b")).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void shouldSeeResetsBesidePointsWithoutAValue() throws IOException {
    String csv =
        """
        time,node,cpu_seconds_total
        0,a,100
        60,a,
        120,a,160
        180,a,NaN
        240,a,6
        300,a,12
        0,b,5
        60,b,11
        120,b,17
        """;
    FleetMeasured measured = read(write(folder, "a.csv", csv));

    assertThat(measured.data().points().resets()).isEqualTo(1);
    assertThat(measured.data().points().missing()).isEqualTo(2);
    assertThat(measured.data().points().notFinite()).isEqualTo(1);
    List<Integer> lifetimes = measured.sums().lifetimesOf("a");
    assertThat(lifetimes).hasSize(2);
    assertThat(meanOf(measured.sums(), lifetimes.get(0))).isCloseTo(0.5, within(1e-12));
    assertThat(meanOf(measured.sums(), lifetimes.get(1))).isCloseTo(0.1, within(1e-12));
  }

  @Test
  void shouldCountACounterThatIsNoNumberAsMissing() throws IOException {
    String csv =
        """
        time,node,errors,requests
        0,a,1,10
        60,a,2,NaN
        120,a,3,30
        180,a,4,NaN
        0,b,1,10
        60,b,2,20
        120,b,3,30
        180,b,4,40
        """;
    FleetMeasured measured =
        read(write(folder, "a.csv", csv), r -> withMetric(r, "rate(errors)/rate(requests)"));

    assertThat(measured.data().points().missing()).as("the two NaN, one at the end").isEqualTo(2);
    assertThat(measured.data().points().notFinite()).isEqualTo(2);
  }

  @Test
  void shouldTakeNoRateAcrossARestartWhoseCounterIsAhead() throws IOException {
    String csv =
        """
        time,node,start_time,cpu_seconds_total
        0,a,7,10
        60,a,7,40
        120,a,7,70
        180,a,2007,6070
        240,a,2007,6076
        0,b,5,5
        60,b,5,11
        120,b,5,17
        180,b,5,23
        240,b,5,29
        """;
    FleetMeasured measured = read(write(folder, "a.csv", csv));

    List<Integer> lifetimes = measured.sums().lifetimesOf("a");
    assertThat(lifetimes).hasSize(2);
    assertThat(meanOf(measured.sums(), lifetimes.get(0))).isCloseTo(0.5, within(1e-12));
    assertThat(meanOf(measured.sums(), lifetimes.get(1))).isCloseTo(0.1, within(1e-12));
    assertThat(measured.data().points().missing()).as("the end of a lifetime is no loss").isZero();
  }

  @Test
  void shouldNotTakeAStartThatIsNotToldForAnother() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,start_time,cpu\n");
    for (int i = 0; i < 40; i++) {
      String start = i % 3 == 0 ? "" : i < 20 ? "7" : "2007";
      csv.append("%d,a,%s,1\n%d,b,5,2\n".formatted(i, start, i));
    }
    FleetMeasured measured = read(write(folder, "a.csv", csv.toString()));

    assertThat(measured.sums().lifetimesOf("a"))
        .extracting(measured.sums()::start)
        .containsExactly("7", "2007");
    assertThat(measured.sums().lifetimesOf("b")).hasSize(1);
    assertThat(measured.data().notes())
        .anyMatch(note -> note.contains("14 points do not tell when their process began"));
  }

  @Test
  void shouldTakeWordsForNothingForMissingNumbers() throws IOException {
    String csv = CSV.replace(",west,10,5", ",west,N/A,5").replace(",east,24,6", ",east,null,6");
    FleetMeasured measured = read(write(folder, "a.csv", csv));

    assertThat(measured.input().columns().metric()).isEqualTo("cpu/rps");
    assertThat(measured.data().points().missing()).isEqualTo(2);
    assertThat(mean(measured, "a")).isEqualTo(2);
  }

  @Test
  void shouldFindTheLoadOfAScaledQuotient() throws IOException {
    Path file = write(folder, "a.csv", CSV);
    for (String metric : List.of("cpu/rps*1000", "1000*cpu/rps", "-(cpu/rps)/60", "cpu/5/rps")) {
      FleetMeasured measured = read(file, r -> withMetric(r, metric));

      assertThat(measured.input().columns().load()).as(metric).isEqualTo("rps");
      assertThat(measured.sums().inverseLoad()).as(metric).isTrue();
    }
    Path cores =
        write(
            folder,
            "b.csv",
            CSV.replace("zone,cpu,rps", "cores,cpu,rps").replace("west", "8").replace("east", "4"));
    FleetMeasured measured = read(cores, r -> withMetric(r, "cpu/cores"));

    assertThat(measured.input().columns().load()).isEqualTo("rps");
    assertThat(measured.sums().inverseLoad()).isFalse();
  }

  @Test
  void shouldTryFewNumbersThatHoldStillAsLabels() throws IOException, SQLException {
    StringBuilder csv = new StringBuilder("time,node,cores,cpu\n");
    for (int i = 0; i < 100; i++) {
      csv.append("%d,a,16,%d.5\n%d,b,48,%d.5\n".formatted(i, i, i, i));
    }
    Path file = write(folder, "a.csv", csv.toString());
    Path parquet = parquet(folder.resolve("a.parquet"), "SELECT * FROM read_csv('" + file + "')");
    for (Path each : List.of(file, parquet)) {
      FleetMeasured measured = read(each, r -> withMetric(r, "cpu"));

      assertThat(measured.input().columns().labels())
          .as(measured.input().toString())
          .containsExactly("cores");
      assertThat(measured.input().guesses()).anyMatch(guess -> guess.contains("few different"));
      assertThat(measured.sums().label(0, measured.sums().lifetimesOf("b").getFirst()))
          .isEqualTo("48");
    }
  }

  @Test
  void shouldNumberLifetimesByNodeAndTime() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,start_time,cpu\n");
    for (int i = 0; i < 3000; i++) {
      csv.append("%d,n%d,%d,1\n".formatted(i, i * 7 % 10, 900 + i / 1000 * 100));
    }
    FleetSums sums = read(write(folder, "a.csv", csv.toString())).sums();

    for (int i = 0; i < sums.lifetimes(); i++) {
      assertThat(sums.node(i)).isEqualTo("n" + i / 3);
      assertThat(sums.start(i)).isEqualTo(String.valueOf(900 + i % 3 * 100));
    }
  }

  @Test
  void shouldTellLifetimesByTheStart() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,start_time,jdk,cpu\n");
    for (int i = 0; i < 8; i++) {
      csv.append(
          "%d,a,%d,%s,%d\n".formatted(i, i < 5 ? 1 : 2, i < 5 ? "17" : "x25", i < 5 ? 1 : 2));
      csv.append("%d,b,1,%s,3\n".formatted(i, i < 2 ? "17" : "x25"));
    }
    FleetMeasured measured =
        FleetReader.read(
            new FleetRequest(
                List.of(write(folder, "a.csv", csv.toString()).toString()),
                new FleetRequest.Asked("cpu", null, null, List.of("jdk"), null, null),
                FleetRequest.Series.ONE,
                FleetRequest.Writing.TOLD,
                FleetRequest.Span.ALL,
                new FleetRequest.Resources(256L << 20, 1)));
    FleetSums sums = measured.sums();

    assertThat(sums.lifetimesOf("a")).hasSize(2);
    int first = sums.lifetimesOf("a").get(0);
    int second = sums.lifetimesOf("a").get(1);
    assertThat(sums.start(first)).isEqualTo("1");
    assertThat(meanOf(sums, second)).isEqualTo(2);
    assertThat(sums.label(0, first)).isEqualTo("17");
    assertThat(sums.label(0, second)).isEqualTo("x25");
    assertThat(sums.label(0, sums.lifetimesOf("b").getFirst())).isEqualTo(FleetSums.VARIES);
  }

  @Test
  void shouldNotTakeForAStartWhatChangesAllTheTime() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,start_time,cpu\n");
    for (int i = 0; i < 100; i++) {
      csv.append("%d,a,%d,1\n%d,b,%d,2\n".formatted(i, 1000 + i, i, 2000 + i));
    }
    FleetMeasured measured = read(write(folder, "a.csv", csv.toString()));

    assertThat(measured.sums().lifetimes()).isEqualTo(2);
    assertThat(measured.input().columns().start()).isNull();
    assertThat(measured.data().notes()).anyMatch(note -> note.contains("start_time"));
  }

  @Test
  void shouldMeanOtherMetricsOverLifetimes() throws IOException {
    FleetMeasured measured =
        read(
            write(
                folder,
                "a.csv",
                CSV.replace("zone,cpu,rps", "heap,cpu,latency")
                    .replace("west", "7")
                    .replace("east", "")),
            r -> withMetric(r, "cpu"));

    assertThat(measured.sums().others()).containsExactlyInAnyOrder("heap", "latency");
    int heap = measured.sums().others().indexOf("heap");
    assertThat(measured.sums().other(heap, measured.sums().lifetimesOf("a").getFirst()))
        .isEqualTo(7);
    assertThat(measured.sums().other(heap, measured.sums().lifetimesOf("b").getFirst())).isNaN();
  }

  /** cpu/rps of a is 2, of b 4, of c 6, all the time; a and c are in the west. */
  private static void assertIsTheSample(FleetMeasured measured) {
    assertThat(measured.sums().nodes()).containsExactly("a", "b", "c");
    assertThat(mean(measured, "a")).isEqualTo(2);
    assertThat(mean(measured, "b")).isEqualTo(4);
    assertThat(mean(measured, "c")).isEqualTo(6);
    assertThat(measured.data().points().missing()).isZero();
    assertThat(measured.sums().label(0, measured.sums().lifetimesOf("b").getFirst()))
        .isEqualTo("east");
  }

  private static double meanOf(FleetSums sums, int lifetime) {
    double sum = 0;
    long n = 0;
    for (int window = 0; window < sums.windows(); window++) {
      sum += sums.cell(lifetime, window).y();
      n += sums.cell(lifetime, window).n();
    }
    return sum / n;
  }

  /** The sample's nodes: the values once, twice, three times; for rps always once. */
  private static String series(String name, int... values) {
    StringBuilder all = new StringBuilder();
    for (int node = 0; node < 3; node++) {
      StringBuilder pairs = new StringBuilder();
      for (int i = 0; i < values.length; i++) {
        int times = values[0] == 5 ? 1 : node + 1;
        pairs.append(i == 0 ? "" : ",");
        pairs.append("[%d,\"%d\"]".formatted(1_772_359_200 + 60 * i, times * values[i]));
      }
      all.append(node == 0 ? "" : ",");
      all.append(
          "{\"metric\":{%s\"instance\":\"%s\",\"zone\":\"%s\"},\"values\":[%s]}"
              .formatted(
                  name.isEmpty() ? "" : "\"__name__\":\"" + name + "\",",
                  "abc".charAt(node),
                  node == 1 ? "east" : "west",
                  pairs));
    }
    return all.toString();
  }
}
