package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Lesson 4, second half: the same date parsing in a server behind a TCP connection.
 *
 * <p>It repeats the question of {@link Lesson04_DateAlone} and adds one: does the parsing matter to
 * users? A client sends a date over loopback, a server parses it and replies with the milliseconds,
 * the client reads the reply. Three probes follow one another without a gap:
 *
 * <ul>
 *   <li>{@code out}: from the client to the server;
 *   <li>{@code parse}: exactly the code of the first half;
 *   <li>{@code back}: from the server to the client.
 * </ul>
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson04_DateInTcpEcho --rate 10k/s --forks 2</pre>
 *
 * <p>Compare two things: {@code parse} here and there, then {@code parse} and {@code end to end}.
 * Here a thread that has just woken parses each date, between two calls of the kernel.
 *
 * <p>Lesson: at the same rate, the median of the parsing is close to that of the first half, where
 * the loop also paused between dates. Against the busy loop it is slower. But both figures are
 * small beside {@code out} and {@code back}, the price of waking two threads. Parsing twice as fast
 * would take a hundredth off the response time. Alone, the code looks worth the effort; in context,
 * the table shows where the time goes. Only a measurement in context can advise you <em>not</em> to
 * optimise.
 *
 * <p>The idea of benchmarking the same date code alone and behind TCP is from the examples of JLBH
 * [1].
 *
 * <p>[1] Shaya, "JLBH Examples 1 - Why Code Should be Benchmarked in Context", 2016.
 */
@BenchDefaults(rate = "10k/s")
public final class Lesson04_DateInTcpEcho implements BenchTask {
  /** Bytes of a request: id, start time, and date. */
  private static final int REQUEST_BYTES = 2 * Long.BYTES + DateLine.BYTES;

  /** Bytes of a reply: id, start time, and date in milliseconds. */
  private static final int REPLY_BYTES = 3 * Long.BYTES;

  private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
  private final Thread server = new Thread(this::serve, "server");
  private final Thread client = new Thread(this::receive, "client");
  private SocketChannel near;
  private SocketChannel far;
  private Bench bench;
  private Probe out;
  private Probe parse;
  private Probe back;

  @Override
  public void setUp(Bench bench) throws IOException {
    this.bench = bench;
    out = bench.probe("out");
    parse = bench.probe("parse");
    back = bench.probe("back");
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      near = SocketChannel.open(listener.getLocalAddress());
      far = listener.accept();
    }
    near.setOption(StandardSocketOptions.TCP_NODELAY, true);
    far.setOption(StandardSocketOptions.TCP_NODELAY, true);
    server.start();
    client.start();
  }

  @Override
  public synchronized void send(long id) throws IOException {
    long sentNs = bench.nanoTime();
    request.clear().putLong(id).putLong(sentNs).put(DateLine.of(id)).flip();
    writeAll(near, request);
  }

  /** The server's thread: reads a request, parses its date, replies. */
  private void serve() {
    ByteBuffer received = ByteBuffer.allocateDirect(REQUEST_BYTES);
    ByteBuffer reply = ByteBuffer.allocateDirect(REPLY_BYTES);
    byte[] date = new byte[DateLine.BYTES];
    try {
      while (readAll(far, received)) {
        long id = received.getLong();
        long sentNs = received.getLong();
        received.get(date);
        long arrivedNs = bench.nanoTime();
        long ms = DateLine.parse(date);
        long parsedNs = bench.nanoTime();
        reply.clear().putLong(id).putLong(parsedNs).putLong(ms).flip();
        out.record(id, arrivedNs - sentNs);
        parse.record(id, parsedNs - arrivedNs);
        writeAll(far, reply);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the server's end of the connection", e);
    }
  }

  /** The client's thread: reads the replies. */
  private void receive() {
    ByteBuffer reply = ByteBuffer.allocateDirect(REPLY_BYTES);
    try {
      while (readAll(near, reply)) {
        long id = reply.getLong();
        back.record(id, bench.nanoTime() - reply.getLong());
        bench.done(id);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the client's end of the connection", e);
    }
  }

  /** Fills a buffer; false at the end of the stream. */
  private static boolean readAll(SocketChannel from, ByteBuffer buffer) throws IOException {
    buffer.clear();
    while (buffer.hasRemaining()) {
      if (from.read(buffer) < 0) {
        return false;
      }
    }
    buffer.flip();
    return true;
  }

  private static void writeAll(SocketChannel to, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      to.write(buffer);
    }
  }

  @Override
  public void tearDown() throws IOException, InterruptedException {
    near.shutdownOutput();
    server.join();
    far.close();
    client.join();
    near.close();
  }
}
