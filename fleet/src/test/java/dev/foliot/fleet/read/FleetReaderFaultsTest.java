package dev.foliot.fleet.read;

import static dev.foliot.fleet.read.Samples.CSV;
import static dev.foliot.fleet.read.Samples.parquet;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.request;
import static dev.foliot.fleet.read.Samples.with;
import static dev.foliot.fleet.read.Samples.withMetric;
import static dev.foliot.fleet.read.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetReaderFaultsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                  | a.csv is empty",
        "'\n \n'                             | a.csv is empty",
        "'time,node,cpu\n'                   | has no rows of data",
        "'just words\nand more\n'            | names the node",
        "'1,2,3\n4,5,6\n'                    | has no line of names",
        "'a,1,2\nb,2,3\n'                    | has no line of names",
        "'Linux 6.1.0 (web-1) \t11/28/26 \t_x86_64_\t(2 CPU)\n' | has no rows of data",
        "'time,took\n1,5\n2,6\n'             | (the columns: time, took)",
        "'time,node,job_id,cpu,mem_mb\n1,a,1,2,3\n2,b,1,2,3\n' | of cpu, mem_mb",
        "'time,cpu,cpu\n1,1,2\n2,2,3\n'     | has two columns 'cpu'",
        "'time,node,cpu\n1,a,1\n2,a,2\n'     | has one node by column 'node'",
        "'time,node,cpu\n1,a,1\n2,b,\n'      | only node 'a' has a finite cpu",
        "'time,node,cpu\n1,a,x\n2,b,y\n'     | has no column of numbers",
        "'time,node,cpu\nx,a,1\ny,b,2\n'     | column 'time' holds no times",
        "'node,c,d,e\na,1,2,3\nb,1,2,3\n'    | choose with --metric",
        "'time,node,cpu\n1,\"a,1\n2,b,2\n'   | the quote that begins in line 2 does not end",
        "'{\"node\":\"a\",\"cpu\":1}\n{\"x'  | ends in the middle of a value",
        "'{\"node\":\"a\",\"cpu\":tru3}\n' | is broken JSON: line 1, column",
        "'[1,2,3]'                           | should be an object",
        "'{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse\"}' | says 'parse'",
        "'{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}' | no rows",
        "'{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}}' |"
            + " series",
      })
  void shouldSayWhatIsWrongInOneLine(String text, String message) throws IOException {
    Path file = write(folder, "a.csv", text);

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(700));
  }

  @Test
  void shouldRefuseTextWhereNumbersBelong() throws IOException {
    Path file = write(folder, "a.csv", "time,node,cpu\n1,a,1.5\n1,b,high\n2,a,2.5\n2,b,1\n");

    assertThatThrownBy(() -> read(file, r -> with(r, "cpu", "node", null, null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(
            "1 of 4 cells of column 'cpu' hold no number, as 'high' in row 2 of the data: mend"
                + " them");
  }

  @Test
  void shouldSayWhichColumnIsMissing() throws IOException {
    Path file = write(folder, "a.csv", CSV);

    assertThatThrownBy(() -> read(file, r -> with(r, "cpu", "host", null, null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(
            "has no column 'host', that --node names: it has time, node, zone, cpu, rps");
    assertThatThrownBy(() -> read(file, r -> withMetric(r, "cpu/qps")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("has no column 'qps', that --metric names");
    assertThatThrownBy(() -> read(file, r -> withMetric(r, "1+1")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("names no column");
    assertThatThrownBy(() -> read(file, r -> with(r, "cpu", null, "nix", null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("that --load names");
    assertThatThrownBy(() -> read(file, r -> with(r, "time", "node", null, null)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("holds no numbers");
  }

  @Test
  void shouldNotPassOverInSilenceWhatWideDataCannotHave() throws IOException {
    Path file = write(folder, "a.csv", "time,a,b\n1,1,2\n2,1,2\n3,1,2\n");

    assertThatThrownBy(() -> read(file, r -> with(r, null, null, null, "a")))
        .isInstanceOf(FleetException.class)
        .hasMessageStartingWith("--start: in wide data");
    assertThatThrownBy(() -> read(file, r -> with(r, "a/b", "column names", null, null)))
        .isInstanceOf(FleetException.class)
        .hasMessageStartingWith("--metric: in wide data");
  }

  @Test
  void shouldTakeNamesInLargeAndSmallLetters() throws IOException {
    FleetMeasured measured =
        read(write(folder, "a.csv", CSV), r -> with(r, "CPU", "Node", null, null));

    assertThat(measured.input().columns().node()).isEqualTo("node");
  }

  @Test
  void shouldSayWhichFileIsMissing() throws IOException {
    assertThatThrownBy(() -> read(folder.resolve("none.csv")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("none.csv': no such file");
    assertThatThrownBy(() -> read(folder.resolve("*.csv")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no file matches");
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is a folder without files");
    assertThatThrownBy(() -> read())
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no file is given");
  }

  @Test
  void shouldRefuseFilesOfTwoFormats() throws IOException {
    Path csv = write(folder, "a.csv", CSV);
    Path json = write(folder, "b.jsonl", "{\"node\":\"a\",\"cpu\":1}\n");

    assertThatThrownBy(() -> read(csv, json))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("a.csv is csv")
        .hasMessageContaining("b.jsonl is json-lines")
        .hasMessageContaining("one format at a time");
  }

  @Test
  void shouldRefuseWhatIsNoData() throws IOException {
    byte[] noise = new byte[10_000];
    new java.util.Random(7).nextBytes(noise);
    assertThatThrownBy(() -> read(Files.write(folder.resolve("noise"), noise)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is in no layout that is known");
    assertThatThrownBy(() -> read(Files.write(folder.resolve("n.csv"), new byte[5000])))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is in no layout that is known");
    assertThatThrownBy(() -> read(Files.writeString(folder.resolve("p.parquet"), "PAR1 no more")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("p.parquet");
  }

  @Test
  void shouldSayThatParquetIsCutShortOrBroken() throws IOException, SQLException {
    Path whole =
        parquet(
            folder.resolve("a.parquet"),
            "SELECT range AS time, 'n' || range % 7 AS node, random() AS cpu FROM range(50000)");
    byte[] bytes = Files.readAllBytes(whole);
    for (int length : new int[] {5, 12, bytes.length / 2, bytes.length - 1}) {
      assertRefused(Arrays.copyOf(bytes, length));
    }
    byte[] holed = bytes.clone();
    Arrays.fill(holed, 200, bytes.length / 2, (byte) 0x5A);
    assertRefused(holed);
  }

  private void assertRefused(byte[] bytes) throws IOException {
    Path cut = Files.write(folder.resolve("cut.parquet"), bytes);

    assertThatThrownBy(() -> read(cut))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("cut.parquet cannot be read: ")
        .hasMessageContaining("export it anew")
        .hasMessageNotContainingAny("pending query", "Invalid", "Error:");
  }

  @Test
  void shouldFindFilesByGlobsInOrder() throws IOException {
    Files.createDirectories(folder.resolve("x/y"));
    String[] lines = CSV.lines().toArray(String[]::new);
    write(folder, "x/y/2.csv", lines[0] + "\n" + lines[1] + "\n" + lines[4] + "\n");
    write(folder, "x/1.csv", lines[0] + "\n" + lines[2] + "\n" + lines[5] + "\n");
    write(folder, "x/1.txt", "nothing");

    FleetMeasured measured =
        FleetReader.read(with(request(folder.resolve("**.csv")), "cpu", "node", null, null));

    assertThat(measured.input().files()).hasSize(2);
    assertThat(measured.input().files().getFirst()).endsWith("1.csv");
    assertThat(measured.data().points().rows()).isEqualTo(4);
  }

  @Test
  void shouldEndSoonWhenInterrupted() throws IOException {
    Path file = write(folder, "a.csv", CSV);
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> read(file))
          .isInstanceOf(FleetException.class)
          .hasMessage("interrupted");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void shouldSayThatARealSeriesIsOfOneNode() {
    Path series = Path.of("../../shared/data/fleet/nab_ec2_cpu_utilization_24ae8d.csv");
    Assumptions.assumeTrue(Files.exists(series), "the series is not here");

    assertThatThrownBy(() -> read(series))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("has one node");
  }

  @Test
  void shouldNameTheEngineOfAStore() {
    assertThatThrownBy(() -> FleetReader.read(FleetRequest.of(List.of("s3a://metrics/2026-11"))))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("add --engine spark and --packages");
    assertThatThrownBy(() -> FleetReader.read(FleetRequest.of(List.of("hdfs://name:8020/m*.csv"))))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("add --engine spark, or copy");
  }

  @Test
  void shouldLeaveOutWhatSparkWritesBesideData() throws IOException {
    Files.createDirectories(folder.resolve("m/day=2026-11-03"));
    Files.createDirectories(folder.resolve("m/_temporary/0"));
    write(folder, "m/_SUCCESS", "");
    write(folder, "m/day=2026-11-03/.part-0.csv.crc", "crc");
    write(folder, "m/day=2026-11-03/part-1.csv", "");
    write(folder, "m/_temporary/0/part-0.csv", "half,a");
    write(folder, "m/day=2026-11-03/part-0.csv", CSV);
    FleetMeasured measured = read(folder.resolve("m"));
    assertThat(measured.data().points().rows()).isEqualTo(CSV.lines().count() - 1);
    assertThat(measured.data().notes()).anyMatch(note -> note.startsWith("1 files are empty"));
    Files.createDirectories(folder.resolve("m/_delta_log"));
    write(folder, "m/_delta_log/00000000000000000000.json", "{}");
    assertThatThrownBy(() -> read(folder.resolve("m")))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("is a table of Delta or Hudi");
  }
}
