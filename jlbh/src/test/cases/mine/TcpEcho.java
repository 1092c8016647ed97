package mine;

import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.*;

/** Loopback TCP with a probe on each way, as in the well known blog series. */
public class TcpEcho implements JLBHTask {
  private static final int PORT = Integer.getInteger("port", 0);
  private JLBH lth;
  private SocketChannel socket;
  private final ByteBuffer bb = ByteBuffer.allocateDirect(8);
  private NanoSampler onServer, client2server;

  public static void main(String[] args) {
    JLBHOptions lth =
        new JLBHOptions()
            .warmUpIterations(5_000)
            .iterations(5_000)
            .throughput(2_000)
            .runs(3)
            .pauseAfterWarmupMS(50)
            .recordOSJitter(false)
            .accountForCoordinatedOmission(true)
            .jlbhTask(new TcpEcho());
    new JLBH(lth).start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.lth = jlbh;
    onServer = jlbh.addProbe("on server");
    client2server = jlbh.addProbe("client2server");
    try {
      ServerSocketChannel ssc =
          ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", PORT));
      Thread t = new Thread(() -> serve(ssc));
      t.setDaemon(true);
      t.start();
      socket = SocketChannel.open(ssc.getLocalAddress());
      socket.socket().setTcpNoDelay(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(ServerSocketChannel ssc) {
    try (SocketChannel sc = ssc.accept()) {
      sc.socket().setTcpNoDelay(true);
      ByteBuffer b = ByteBuffer.allocateDirect(8);
      while (true) {
        b.clear();
        while (b.hasRemaining()) if (sc.read(b) < 0) return;
        long in = System.nanoTime();
        client2server.sampleNanos(in - b.getLong(0));
        b.flip();
        while (b.hasRemaining()) sc.write(b);
        onServer.sampleNanos(System.nanoTime() - in);
      }
    } catch (IOException e) {
      // the client has gone
    }
  }

  @Override
  public void run(long startTimeNs) {
    try {
      bb.clear();
      bb.putLong(0, startTimeNs);
      while (bb.hasRemaining()) socket.write(bb);
      bb.clear();
      while (bb.hasRemaining()) if (socket.read(bb) < 0) throw new EOFException();
      lth.sample(System.nanoTime() - bb.getLong(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void complete() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
