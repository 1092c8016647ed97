package dev.foliot.load.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** Text that was compressed with gzip. Stateless. */
final class Zipped {
  private static final int MOST = 1 << 20;
  private static final int AT_ONCE = 8_192;

  private Zipped() {}

  /** The text, at most 1 MiB of it; of a body that was cut, what can be read. */
  static String text(ByteBuf zipped) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] part = new byte[AT_ONCE];
    try (InputStream in = new GZIPInputStream(new ByteBufInputStream(zipped.duplicate()))) {
      for (int length = in.read(part); length >= 0 && text.size() < MOST; length = in.read(part)) {
        text.write(part, 0, length);
      }
    } catch (EOFException e) {
      // only the first part of a long body was kept
      return text.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
