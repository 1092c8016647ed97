package dev.foliot.hotspot.attach;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers like HotSpot's listener, and repeats the request. */
final class FakeListener implements AutoCloseable {
  private final ServerSocketChannel server;
  private final AtomicInteger asked = new AtomicInteger();

  FakeListener(Path socket) throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofPlatform().daemon().name("fake-listener").start(this::serve);
  }

  private void serve() {
    try {
      while (true) {
        try (SocketChannel one = server.accept()) {
          asked.incrementAndGet();
          ByteBuffer question = ByteBuffer.allocate(1000);
          one.read(question);
          String text =
              new String(question.array(), 0, question.position(), StandardCharsets.UTF_8);
          one.write(
              ByteBuffer.wrap(
                  ("0\n" + text.replace('\0', ' ').strip()).getBytes(StandardCharsets.UTF_8)));
        }
      }
    } catch (IOException e) {
      // it was closed
    }
  }

  int asked() {
    return asked.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
