package shapes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import net.openhft.affinity.AffinityLock;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A message goes to a server and back over TCP; both sides spin, and both take a CPU. */
public final class TcpPingPong implements JLBHTask {
  private static final int SIZE = 64;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
  private JLBH jlbh;
  private NanoSampler onServer;
  private SocketChannel client;
  private ServerSocketChannel acceptor;
  private volatile boolean stopped;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10_000)
                .iterations(20_000)
                .throughput(10_000)
                .runs(2)
                .acquireLock(AffinityLock::acquireLock)
                .jlbhTask(new TcpPingPong()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    onServer = jlbh.addProbe("on server");
    try {
      acceptor = ServerSocketChannel.open();
      acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread server = new Thread(this::serve, "server");
      server.setDaemon(true);
      server.start();
      client = SocketChannel.open(acceptor.getLocalAddress());
      client.setOption(StandardSocketOptions.TCP_NODELAY, true);
      client.configureBlocking(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    ByteBuffer read = ByteBuffer.allocateDirect(SIZE).order(ByteOrder.nativeOrder());
    try (AffinityLock lock = AffinityLock.acquireLock();
        SocketChannel channel = acceptor.accept()) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      while (!stopped) {
        if (channel.read(read) < 0) {
          return;
        }
        if (!read.hasRemaining()) {
          read.flip();
          onServer.sampleNanos(System.nanoTime() - read.getLong(0));
          while (read.hasRemaining()) {
            channel.write(read);
          }
          read.clear();
        }
      }
    } catch (IOException e) {
      if (!stopped) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void run(long startTimeNS) {
    try {
      buffer.clear();
      buffer.putLong(0, startTimeNS);
      while (buffer.hasRemaining()) {
        client.write(buffer);
      }
      buffer.clear();
      while (buffer.hasRemaining()) {
        if (client.read(buffer) < 0) {
          throw new IllegalStateException("the server has closed");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    jlbh.sample(System.nanoTime() - buffer.getLong(0));
  }

  @Override
  public void complete() {
    stopped = true;
    try {
      client.close();
      acceptor.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
