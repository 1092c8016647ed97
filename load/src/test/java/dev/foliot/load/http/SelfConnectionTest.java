package dev.foliot.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class SelfConnectionTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @Test
  void shouldTellAClientThatTcpConnectedWithItself() throws Exception {
    try (EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory())) {
      int free;
      try (ServerSocket server = new ServerSocket(0, 1, HERE)) {
        free = server.getLocalPort();
        Channel usual = connect(loops, 0, free);
        assertThat(SocketConnection.isWithItself(usual)).isFalse();
        usual.close().sync();
      }

      Channel own = connect(loops, free, free);
      assertThat(SocketConnection.isWithItself(own)).isTrue();
      own.close().sync();
    }
  }

  private static Channel connect(EventLoopGroup loops, int from, int to) throws Exception {
    return new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .handler(new ChannelInboundHandlerAdapter())
        .connect(new InetSocketAddress(HERE, to), new InetSocketAddress(HERE, from))
        .sync()
        .channel();
  }
}
