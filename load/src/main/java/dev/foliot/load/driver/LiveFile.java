package dev.foliot.load.driver;

import dev.foliot.load.LiveSample;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The samples of a running load in a file, a line of JSON each. One thread writes. */
final class LiveFile implements AutoCloseable {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final long MOST_AT_ONCE = 1 << 20;

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
      throw FoliotException.environment(
          "the samples of the load cannot be written: " + e.getMessage() + ": free some space");
    }
  }

  /** Reads on where the last read ended. One thread. */
  static final class Reader {
    private final Path file;
    private long at;

    Reader(Path file) {
      this.file = file;
    }

    /** The samples that came since; a line that is not complete is left for later. */
    List<LiveSample> read() throws IOException {
      List<LiveSample> samples = new ArrayList<>();
      try (SeekableByteChannel channel = Files.newByteChannel(file)) {
        channel.position(at);
        ByteBuffer bytes =
            ByteBuffer.allocate((int) Math.min(MOST_AT_ONCE, Math.max(0, channel.size() - at)));
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
          // until the end of what is there
        }
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        int end = text.lastIndexOf('\n') + 1;
        at += end;
        for (String line : text.substring(0, end).lines().toList()) {
          samples.add(MAPPER.readValue(line, LiveSample.class));
        }
      } catch (NoSuchFileException e) {
        return List.of();
      }
      return samples;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
