package dev.foliot.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes messages between a fork and its parent: a length, a type, a body.
 *
 * <p>Both ends come from one build and need only one version. The reader checks every length before
 * it uses it.
 */
public final class ForkWire {
  private static final int VERSION = 1;
  private static final int LONGEST = 1 << 28;
  private static final int PHASE = 1;
  private static final int THREAD = 2;
  private static final int MEASURED = 3;
  private static final int FAILED = 4;
  private static final int BEGINS = 5;
  private static final int ALL_MEASURED = 6;

  private ForkWire() {}

  /** Encodes a message. */
  public static byte[] encode(ForkMessage message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(0);
      out.writeByte(VERSION);
      if (message instanceof ForkMessage.InPhase inPhase) {
        out.writeByte(PHASE);
        MeasurementWire.writeText(out, inPhase.phase().name());
      } else if (message instanceof ForkMessage.MeasuringThread thread) {
        out.writeByte(THREAD);
        MeasurementWire.writeText(out, thread.role());
        out.writeLong(thread.osThreadId());
      } else if (message instanceof ForkMessage.Measured measured) {
        out.writeByte(MEASURED);
        MeasurementWire.write(out, measured.measurement());
      } else if (message instanceof ForkMessage.Begins begins) {
        out.writeByte(BEGINS);
        MeasurementWire.writeText(out, begins.name());
        MeasurementWire.writeText(out, begins.arrivals());
        out.writeBoolean(begins.fromStart());
        Map<String, String> options = begins.config().toText();
        out.writeInt(options.size());
        for (Map.Entry<String, String> option : options.entrySet()) {
          MeasurementWire.writeText(out, option.getKey());
          MeasurementWire.writeText(out, option.getValue());
        }
      } else if (message instanceof ForkMessage.AllMeasured) {
        out.writeByte(ALL_MEASURED);
      } else if (message instanceof ForkMessage.Failed failed) {
        out.writeByte(FAILED);
        MeasurementWire.writeText(out, failed.reason());
        MeasurementWire.writeText(out, failed.trace());
      }
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    byte[] frame = bytes.toByteArray();
    int body = frame.length - Integer.BYTES;
    for (int i = 0; i < Integer.BYTES; i++) {
      frame[i] = (byte) (body >>> (8 * (Integer.BYTES - 1 - i)));
    }
    return frame;
  }

  /**
   * Reads the next message of a stream; null at its end.
   *
   * @throws IOException if the stream breaks or holds other data
   */
  public static @Nullable ForkMessage read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int length;
    try {
      length = data.readInt();
    } catch (EOFException e) {
      return null;
    }
    if (length < 2 || length > LONGEST) {
      throw new IOException("a message of " + length + " bytes");
    }
    byte[] body = data.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the stream ended within a message");
    }
    try {
      return decode(new DataInputStream(new ByteArrayInputStream(body)));
    } catch (RuntimeException e) {
      throw new IOException("a message that makes no sense", e);
    }
  }

  private static ForkMessage decode(DataInputStream in) throws IOException {
    int version = in.readByte();
    if (version != VERSION) {
      throw new IOException("version " + version + " of the protocol, not " + VERSION);
    }
    int type = in.readByte();
    return switch (type) {
      case PHASE -> new ForkMessage.InPhase(Phase.valueOf(MeasurementWire.readText(in)));
      case THREAD -> new ForkMessage.MeasuringThread(MeasurementWire.readText(in), in.readLong());
      case MEASURED -> new ForkMessage.Measured(MeasurementWire.read(in));
      case FAILED ->
          new ForkMessage.Failed(MeasurementWire.readText(in), MeasurementWire.readText(in));
      case BEGINS -> begins(in);
      case ALL_MEASURED -> new ForkMessage.AllMeasured();
      default -> throw new IOException("a message of type " + type);
    };
  }

  private static ForkMessage begins(DataInputStream in) throws IOException {
    String name = MeasurementWire.readText(in);
    String arrivals = MeasurementWire.readText(in);
    boolean fromStart = in.readBoolean();
    Map<String, String> options = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      options.put(MeasurementWire.readText(in), MeasurementWire.readText(in));
    }
    return new ForkMessage.Begins(name, arrivals, fromStart, BenchConfig.DEFAULT.with(options));
  }
}
