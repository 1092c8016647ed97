package dev.foliot.diagnose.counters.capture;

import dev.foliot.store.Json;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads captures, and recognises their format by content. Stateless; safe for any thread.
 *
 * <p>Captures are untrusted: size and lines are limited. A line in a wrong format is refused with
 * its number instead of skipped, because an incomplete capture compares badly.
 */
public final class CaptureFile {
  private static final int MAX_BYTES = 16 << 20;
  private static final int SCHEMA_WITHIN = 4_096;
  private static final String OURS = "foliot diagnose";
  private static final String EXAMINATION = "counters";
  private static final String KNOWN =
      "perf stat (as text, -x or -j), perf c2c report --stats, toplev --csv, PerfSpect CSV, VTune"
          + " CSV (hw-events or summary), AMDuProfPcm CSV, Arm topdown-tool CSV, PCM CSV,"
          + " likwid-perfctr, JMH with -prof perfnorm, foliot counters record, a diagnosis of"
          + " foliot";

  /** A parser of one format, which tells whether a text has it. */
  private interface Parser {
    boolean read(CaptureText text, Tally tally);
  }

  private record Reader(String format, Parser parser) {}

  /** The strictest first: the last one takes any table of metrics. */
  private static final List<Reader> READERS =
      List.of(
          new Reader(ToplevCsv.FORMAT, ToplevCsv::read),
          new Reader(TopdownToolCsv.FORMAT, TopdownToolCsv::read),
          new Reader(UprofPcmCsv.FORMAT, UprofPcmCsv::read),
          new Reader(Likwid.FORMAT, Likwid::read),
          new Reader(PcmCsv.FORMAT, PcmCsv::read),
          new Reader(PerfStatText.FORMAT, PerfStatText::read),
          new Reader(PerfSpectCsv.FORMAT, PerfSpectCsv::read),
          new Reader(PerfStatCsv.FORMAT, PerfStatCsv::read));

  private CaptureFile() {}

  /**
   * Reads a file.
   *
   * @throws CaptureException if it is unreadable or not a capture
   * @throws dev.foliot.store.StoreException if it is an unreadable diagnosis
   */
  public static Capture read(Path file) {
    String name = file.toString();
    if (!Files.exists(file)) {
      throw new CaptureException(name + ": no such file");
    }
    if (!Files.isRegularFile(file)) {
      throw new CaptureException(name + ": not a regular file");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new CaptureException(name + ": cannot be read: " + e.getMessage());
    }
    if (bytes.length > MAX_BYTES) {
      throw new CaptureException(name + ": longer than " + (MAX_BYTES >> 20) + " MiB");
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (isOurs(text)) {
      return stored(name, Json.read(file, DiagnosisRecord.class, DiagnosisRecord.SCHEMA));
    }
    return parse(name, text);
  }

  private static boolean isOurs(String text) {
    String head = text.substring(0, Math.min(SCHEMA_WITHIN, text.length()));
    return head.stripLeading().startsWith("{")
        && head.contains("\"schema\"")
        && head.contains("\"foliot.");
  }

  /**
   * Parses a tool's output.
   *
   * @param name for messages
   * @throws CaptureException if it is not a capture
   */
  public static Capture parse(String name, String text) {
    CaptureText lines = CaptureText.of(name, text);
    if (lines.lines().isEmpty()) {
      throw new CaptureException(name + ":1: it is empty; give one of: " + KNOWN);
    }
    Tally tally = new Tally();
    return tally.capture(name, format(lines, tally));
  }

  private static String format(CaptureText text, Tally tally) {
    if (RoundsFile.is(text)) {
      RoundsFile.read(text, tally);
      return RoundsFile.FORMAT;
    }
    String first = text.lines().getFirst().text().strip();
    if (first.equals("{") && isDocument(text)) {
      throw text.damaged(
          text.lines().get(1), "a JSON document that is no diagnosis of foliot, or a damaged one");
    }
    if (JmhPerfnorm.read(text, tally)) {
      return JmhPerfnorm.FORMAT;
    }
    if (first.startsWith("{") || first.startsWith("[")) {
      PerfStatJson.read(text, tally);
      return PerfStatJson.FORMAT;
    }
    if (C2cStats.is(text)) {
      C2cStats.read(text, tally);
      return C2cStats.FORMAT;
    }
    if (C2cStats.isTableAlone(text)) {
      throw text.damaged(
          text.lines().getFirst(),
          "these are the cache lines of a perf c2c report, which do not compare: give its"
              + " statistics, which perf c2c report --stats prints");
    }
    String vtune = VtuneCsv.read(text, tally);
    if (vtune != null) {
      return vtune;
    }
    for (Reader reader : READERS) {
      if (reader.parser().read(text, tally)) {
        return reader.format();
      }
    }
    throw text.damaged(text.lines().getFirst(), "no known capture; give one of: " + KNOWN);
  }

  /** Whether it is one JSON document: perf writes each object on one line, without a schema. */
  private static boolean isDocument(CaptureText text) {
    return text.lines().size() > 1 && text.lines().get(1).text().strip().startsWith("\"schema");
  }

  /**
   * The counts of a diagnosis.
   *
   * @param name for messages
   * @throws CaptureException without counts
   */
  public static Capture stored(String name, DiagnosisRecord diagnosis) {
    ExaminationRecord examination = diagnosis.examinations().get(EXAMINATION);
    if (examination == null || examination.counts().counters().isEmpty()) {
      String reason = examination == null ? null : examination.reason();
      throw new CaptureException(
          name
              + ": this diagnosis counted nothing"
              + (reason == null ? ": make one with --only counters" : ": " + reason));
    }
    Tally tally = new Tally();
    examination
        .counts()
        .counters()
        .forEach((event, count) -> {
          if (count < 0) {
            throw new CaptureException(name + ": this diagnosis is damaged: " + event + " below 0");
          }
          tally.count(event, count, Tally.Extent.WHOLE);
        });
    examination.counts().metrics().forEach(tally::metric);
    return tally.capture(name, OURS);
  }
}
