package dev.foliot.checks.servers;

/**
 * A small shop: {@code POST /login} gives a session cookie, a token and the place of the cart,
 * which wants both; {@code /moved} redirects to {@code /here}; {@code /binary} is no text.
 */
interface ShopServer extends AutoCloseable {
  /** The bytes of {@code /binary}: all values, thirty times. */
  byte[] BINARY = binary();

  private static byte[] binary() {
    byte[] bytes = new byte[30 * 256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  int port();

  /** The number of sessions that were begun. */
  int sessions();

  @Override
  void close();
}
