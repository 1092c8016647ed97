package shapes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.core.threads.EventLoop;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.network.AcceptorEventHandler;
import net.openhft.chronicle.network.TCPRegistry;
import net.openhft.chronicle.network.TcpEventHandler;
import net.openhft.chronicle.network.VanillaNetworkContext;
import net.openhft.chronicle.network.api.TcpHandler;
import net.openhft.chronicle.threads.EventGroup;
import net.openhft.chronicle.threads.Pauser;

/** A server of Chronicle Network echoes in its event loop. */
public final class NetworkEcho implements JLBHTask {
  /** What belongs to a connection. */
  public static final class Context extends VanillaNetworkContext<Context> {}

  private static final class Echo implements TcpHandler<Context> {
    @Override
    public void process(Bytes<?> in, Bytes<?> out, Context context) {
      if (in.readRemaining() > 0) {
        out.write(in);
        in.readPosition(in.readLimit());
      }
    }

    @Override
    public void onEndOfConnection(boolean heartbeatTimeOut) {}

    @Override
    public void close() {}

    @Override
    public boolean isClosed() {
      return false;
    }
  }

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
  private JLBH jlbh;
  private EventLoop loop;
  private SocketChannel client;

  public static void main(String[] args) {
    System.setProperty("pauser.minProcessors", "1");
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10_000)
                .iterations(10_000)
                .throughput(5_000)
                .runs(2)
                .recordOSJitter(false)
                .timeout(10_000)
                .jlbhTask(new NetworkEcho()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    try {
      TCPRegistry.createServerSocketChannelFor("echo.port");
      loop = EventGroup.builder().withName("echo").withPauser(Pauser.balanced()).build();
      loop.start();
      loop.addHandler(
          new AcceptorEventHandler<Context>(
              "echo.port",
              context -> {
                TcpEventHandler<Context> handler = new TcpEventHandler<>(context);
                handler.tcpHandler(new Echo());
                return handler;
              },
              Context::new));
      InetSocketAddress at = TCPRegistry.lookup("echo.port");
      client = SocketChannel.open(new InetSocketAddress("localhost", at.getPort()));
      client.socket().setTcpNoDelay(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    loop.close();
    TCPRegistry.reset();
  }
}
