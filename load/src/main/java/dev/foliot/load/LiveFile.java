package dev.foliot.load;

import dev.foliot.text.LabException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The samples of a running load in a file, a line of JSON each. One thread writes. */
final class LiveFile implements AutoCloseable {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Writer out;

  LiveFile(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  /** The file for a result. */
  static Path beside(Path result) {
    return result.resolveSibling(result.getFileName() + ".live");
  }

  void add(LiveSample sample) {
    try {
      out.write(MAPPER.writeValueAsString(sample) + "\n");
      out.flush();
    } catch (IOException e) {
      throw LabException.environment(
          "the samples of the load cannot be written: " + e.getMessage() + ": free some space");
    }
  }

  /** Reads the samples in it from a number on; a line that is not complete is left for later. */
  static List<LiveSample> read(Path file, int from) throws IOException {
    List<LiveSample> samples = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (number++ >= from) {
          samples.add(MAPPER.readValue(line, LiveSample.class));
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (JacksonException e) {
      // the last line is being written
      return samples;
    }
    return samples;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
