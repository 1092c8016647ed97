package dev.foliot.store.watch;

import dev.foliot.store.Json;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Frames as bytes: a letter, the length, a checksum of both and of what follows, then the content.
 * Numbers in it have as many bytes as they need, and readings are written column by column as the
 * differences from second to second. Stateless.
 */
final class FrameCodec {
  /** The bytes before the content. */
  static final int HEAD = 1 + Integer.BYTES + Integer.BYTES;

  static final int MOST_BYTES = 4 << 20;
  private static final int MOST_SECONDS = 100_000;
  private static final int MOST_TEXT = 4_096;
  private static final int VALUE_BITS = 7;
  private static final int MORE = 1 << VALUE_BITS;
  private static final int LAST_SHIFT = 63;

  private FrameCodec() {}

  /** A frame that cannot be read. */
  static final class BadFrameException extends Exception {
    private static final long serialVersionUID = 1;

    BadFrameException(String what) {
      super(what);
    }
  }

  static byte[] bytes(WatchFrame frame) {
    byte[] content =
        switch (frame) {
          case WatchFrame.Seconds(List<WatchSecond> seconds) -> seconds(seconds);
          case WatchFrame.Stops(List<Stop> stops) -> stops(stops);
          case WatchFrame.Changed changed -> json(changed);
          case WatchFrame.Requests requests -> json(requests);
          case WatchFrame.Note note -> json(note);
        };
    ByteBuffer all = ByteBuffer.allocate(HEAD + content.length);
    byte letter = letter(frame);
    all.put(letter).putInt(content.length).putInt(checksum(letter, content)).put(content);
    return all.array();
  }

  private static byte letter(WatchFrame frame) {
    return (byte)
        switch (frame) {
          case WatchFrame.Seconds _ -> 'S';
          case WatchFrame.Stops _ -> 'T';
          case WatchFrame.Changed _ -> 'E';
          case WatchFrame.Requests _ -> 'R';
          case WatchFrame.Note _ -> 'N';
        };
  }

  static int checksum(byte letter, byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(letter);
    crc.update(ByteBuffer.allocate(Integer.BYTES).putInt(content.length).flip());
    crc.update(content);
    return (int) crc.getValue();
  }

  /** The frame; empty for one of a kind that this version does not know. */
  static Optional<WatchFrame> frame(byte letter, byte[] content) throws BadFrameException {
    try {
      return Optional.ofNullable(
          switch (letter) {
            case 'S' -> new WatchFrame.Seconds(seconds(ByteBuffer.wrap(content)));
            case 'T' -> new WatchFrame.Stops(stops(ByteBuffer.wrap(content)));
            case 'E' -> read(content, WatchFrame.Changed.class);
            case 'R' -> read(content, WatchFrame.Requests.class);
            case 'N' -> read(content, WatchFrame.Note.class);
            default -> null;
          });
    } catch (IllegalArgumentException | BufferUnderflowException | ArithmeticException e) {
      throw new BadFrameException(String.valueOf(e.getMessage()));
    }
  }

  private static byte[] json(Object value) {
    return Json.line(value).getBytes(StandardCharsets.UTF_8);
  }

  private static <T> T read(byte[] content, Class<T> type) throws BadFrameException {
    return Json.parse(new String(content, StandardCharsets.UTF_8), type)
        .orElseThrow(() -> new BadFrameException("no " + type.getSimpleName()));
  }

  private static byte[] seconds(List<WatchSecond> seconds) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<WatchColumn> columns = new ArrayList<>();
    for (WatchColumn column : WatchColumn.values()) {
      if (seconds.stream().anyMatch(second -> second.has(column))) {
        columns.add(column);
      }
    }
    number(out, seconds.size());
    number(out, columns.size());
    long before = 0;
    for (WatchSecond second : seconds) {
      number(out, second.epochS() - before);
      before = second.epochS();
    }
    for (WatchColumn column : columns) {
      text(out, column.code());
      long last = 0;
      for (WatchSecond second : seconds) {
        // 0 stands for nothing, and each value is one more
        long value = second.has(column) ? second.value(column) + 1 : 0;
        number(out, value - last);
        last = value;
      }
    }
    return out.toByteArray();
  }

  private static List<WatchSecond> seconds(ByteBuffer in) throws BadFrameException {
    int count = size(in, MOST_SECONDS);
    int columns = size(in, MOST_TEXT);
    long[] epochs = new long[count];
    long before = 0;
    for (int i = 0; i < count; i++) {
      before += number(in);
      epochs[i] = before;
    }
    List<Map<WatchColumn, Long>> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(new EnumMap<>(WatchColumn.class));
    }
    for (int c = 0; c < columns; c++) {
      Optional<WatchColumn> column = WatchColumn.of(text(in));
      long last = 0;
      for (int i = 0; i < count; i++) {
        last += number(in);
        if (last != 0 && column.isPresent()) {
          values.get(i).put(column.get(), last - 1);
        }
      }
    }
    List<WatchSecond> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      seconds.add(new WatchSecond(epochs[i], values.get(i)));
    }
    return seconds;
  }

  private static byte[] stops(List<Stop> stops) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    number(out, stops.size());
    long before = 0;
    for (Stop stop : stops) {
      number(out, stop.startNs() - before);
      number(out, stop.endNs() - stop.startNs());
      number(out, stop.lengthNs());
      number(out, stop.errorNs());
      text(out, stop.kind().code());
      text(out, stop.detail());
      before = stop.startNs();
    }
    return out.toByteArray();
  }

  private static List<Stop> stops(ByteBuffer in) throws BadFrameException {
    int count = size(in, MOST_SECONDS);
    List<Stop> stops = new ArrayList<>();
    long startNs = 0;
    for (int i = 0; i < count; i++) {
      startNs = Math.addExact(startNs, number(in));
      long endNs = Math.addExact(startNs, number(in));
      long lengthNs = number(in);
      long errorNs = number(in);
      Optional<StopKind> kind = StopKind.of(text(in));
      String detail = text(in);
      if (kind.isPresent()) {
        stops.add(new Stop(startNs, endNs, lengthNs, errorNs, kind.get(), detail));
      }
    }
    return stops;
  }

  /** Zigzag: small numbers of both signs have few bytes. */
  private static void number(ByteArrayOutputStream out, long value) {
    long left = (value << 1) ^ (value >> LAST_SHIFT);
    while ((left & -MORE) != 0) {
      out.write((int) (left & (MORE - 1)) | MORE);
      left >>>= VALUE_BITS;
    }
    out.write((int) left);
  }

  private static long number(ByteBuffer in) throws BadFrameException {
    long value = 0;
    for (int shift = 0; shift <= LAST_SHIFT; shift += VALUE_BITS) {
      byte next = in.get();
      value |= (long) (next & (MORE - 1)) << shift;
      if ((next & MORE) == 0) {
        return (value >>> 1) ^ -(value & 1);
      }
    }
    throw new BadFrameException("a number without an end");
  }

  private static int size(ByteBuffer in, int most) throws BadFrameException {
    long size = number(in);
    if (size < 0 || size > most) {
      throw new BadFrameException("a size of " + size);
    }
    return (int) size;
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MOST_TEXT);
    number(out, length);
    out.write(bytes, 0, length);
  }

  private static String text(ByteBuffer in) throws BadFrameException {
    byte[] bytes = new byte[size(in, MOST_TEXT)];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
