package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Replays recorded arrivals. */
final class TraceSchedule implements Schedule {
  private final long[] timesNs;
  private int index;

  TraceSchedule(long[] timesNs) {
    for (int i = 0; i < timesNs.length; i++) {
      if (timesNs[i] < (i == 0 ? 0 : timesNs[i - 1])) {
        throw new BadOptionException(
            "a trace must not go back in time: entry " + (i + 1) + " is " + timesNs[i]);
      }
    }
    this.timesNs = timesNs.clone();
  }

  @Override
  public long nextNs() {
    return index < timesNs.length ? timesNs[index++] : END;
  }

  /**
   * Reads a file with one ascending time in nanoseconds a line. Empty lines and lines that begin
   * with {@code #} are skipped.
   */
  static long[] read(Path file) {
    long[] times = new long[1024];
    int count = 0;
    int lineNumber = 0;
    // one byte a character: a binary file then fails at its first bad line
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        lineNumber++;
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        times = count == times.length ? Arrays.copyOf(times, count * 2) : times;
        times[count++] = Long.parseLong(line.strip());
      }
    } catch (NumberFormatException e) {
      throw new BadOptionException(
          "trace "
              + Shown.text(file.toString())
              + ", line "
              + lineNumber
              + ": not a whole number of nanoseconds");
    } catch (IOException e) {
      throw new BadOptionException(
          "trace " + Shown.text(file.toString()) + " cannot be read: give a readable file");
    }
    return Arrays.copyOf(times, count);
  }
}
