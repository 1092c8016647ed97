package dev.foliot.loadrun;

import com.google.protobuf.CodedOutputStream;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Share;
import dev.foliot.store.Redaction;
import dev.foliot.text.Shown;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Prometheus remote write 1.0 [1]: protobuf in a block of Snappy.
 *
 * <p>Every push has all sums, as a series without samples goes stale after five minutes. A new sum
 * begins with 0, so that its first requests are in its rate. The last push ends each series with
 * Prometheus' mark for a stale one, so that graphs end with the load.
 *
 * <p>[1] Prometheus, "Prometheus Remote-Write 1.0 specification", 2023.
 */
final class RemoteWriteForm implements PushForm {
  private static final double NS_PER_S = 1e9;

  /** Not any NaN: the one with these bits. */
  private static final long STALE = 0x7ff0000000000002L;

  private final Map<String, String> common;

  RemoteWriteForm(LoadTest test) {
    LoadPlan first = test.plans().getFirst();
    Share share = first.execution().share();
    Map<String, String> all = new LinkedHashMap<>();
    all.put("job", "foliot-load");
    all.put("load", Shown.text(Redaction.text(test.name())));
    all.put("server", first.target().host() + ":" + first.target().port());
    if (share.isPart()) {
      all.put("part", share.toString());
    }
    common = Map.copyOf(all);
  }

  @Override
  public String label() {
    return "Prometheus remote write";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of(
        "Content-Type",
        "application/x-protobuf",
        "Content-Encoding",
        "snappy",
        "X-Prometheus-Remote-Write-Version",
        "0.1.0",
        "User-Agent",
        "foliot-load");
  }

  @Override
  public byte @Nullable [] body(Figures figures) {
    if (figures.sums().isEmpty()) {
      return null;
    }
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream request = CodedOutputStream.newInstance(bytes);
      Message message = new Message(request, figures);
      for (Sum sum : figures.sums()) {
        message.add("foliot_load_requests_total", sum.series(), "", (double) sum.count(), sum);
      }
      Gauges now = figures.gauges();
      if (now != null) {
        gauges(message, now);
      }
      for (Gauges over : figures.over()) {
        gauges(message.ending(), over);
      }
      request.flush();
      return compressed(bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("memory is always writable", e);
    }
  }

  private static void gauges(Message message, Gauges now) throws IOException {
    LiveSample.Times times = now.sample().times();
    String response = "foliot_load_response_time_seconds";
    message.add(response, now.series(), "p50", times.responseP50Ns() / NS_PER_S, null);
    message.add(response, now.series(), "p99", times.responseP99Ns() / NS_PER_S, null);
    message.add(response, now.series(), "max", now.responseMaxNs() / NS_PER_S, null);
    message.add(
        "foliot_load_lateness_seconds", now.series(), "max", now.lateMaxNs() / NS_PER_S, null);
    message.add(
        "foliot_load_requests_in_flight",
        now.series(),
        "",
        (double) now.sample().counts().inFlight(),
        null);
    message.add(
        "foliot_load_connections",
        now.series(),
        "",
        (double) now.sample().counts().connections(),
        null);
  }

  /** A block, without the frames of a stream. */
  private static byte[] compressed(byte[] message) {
    ByteBuf in = Unpooled.wrappedBuffer(message);
    ByteBuf out = Unpooled.buffer(message.length);
    try {
      new Snappy().encode(in, out, message.length);
      return ByteBufUtil.getBytes(out);
    } finally {
      in.release();
      out.release();
    }
  }

  /** A {@code WriteRequest}; its fields are numbered as in the specification. */
  private final class Message {
    private static final int TIMESERIES = 1;
    private static final int LABELS = 1;
    private static final int SAMPLES = 2;
    private static final int NAME = 1;
    private static final int VALUE = 2;
    private static final int SAMPLE_VALUE = 1;
    private static final int SAMPLE_TIMESTAMP = 2;

    private final CodedOutputStream out;
    private final Figures figures;
    private final boolean isOver;

    Message(CodedOutputStream out, Figures figures) {
      this(out, figures, false);
    }

    private Message(CodedOutputStream out, Figures figures, boolean isOver) {
      this.out = out;
      this.figures = figures;
      this.isOver = isOver;
    }

    /** The same message, whose further series have ended. */
    Message ending() {
      return new Message(out, figures, true);
    }

    /**
     * Adds a series.
     *
     * @param sum where it counts from; null for no sum
     */
    void add(String metric, Series of, String figure, double value, @Nullable Sum sum)
        throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream series = CodedOutputStream.newInstance(bytes);
      // labels are sorted by their names
      Map<String, String> labels = new TreeMap<>(common);
      labels.put("__name__", metric);
      labels.put("phase", of.phase());
      labels.put("round", Integer.toString(of.round()));
      if (!of.error().isEmpty()) {
        labels.put("error_type", of.error());
      }
      if (!figure.isEmpty()) {
        labels.put("figure", figure);
      }
      for (Map.Entry<String, String> label : labels.entrySet()) {
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        CodedOutputStream text = CodedOutputStream.newInstance(one);
        text.writeString(NAME, label.getKey());
        text.writeString(VALUE, label.getValue());
        text.flush();
        series.writeByteArray(LABELS, one.toByteArray());
      }
      long nowMs = figures.nowMs();
      if (sum != null && sum.known() < 0) {
        sample(series, Double.doubleToRawLongBits(0), Math.min(sum.sinceMs(), nowMs - 1));
      }
      if (!isOver) {
        sample(series, Double.doubleToRawLongBits(value), nowMs);
      }
      if (isOver || figures.isLast()) {
        sample(series, STALE, nowMs + 1);
      }
      series.flush();
      out.writeByteArray(TIMESERIES, bytes.toByteArray());
    }

    private static void sample(CodedOutputStream series, long bits, long atMs) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream sample = CodedOutputStream.newInstance(bytes);
      sample.writeFixed64(SAMPLE_VALUE, bits);
      sample.writeInt64(SAMPLE_TIMESTAMP, atMs);
      sample.flush();
      series.writeByteArray(SAMPLES, bytes.toByteArray());
    }
  }
}
