package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * How servers are trusted, and what is shown to them. Immutable.
 *
 * @param trust a file with certificates in PEM form that sign the server's; null for those of the
 *     JDK
 * @param insecure whether any certificate is accepted, for any name
 * @param certificate the client's certificates in PEM form, or null
 * @param key the client's private key in PEM form (PKCS 8), or null
 * @param serverName the name in the handshake (SNI), for which the certificate must be; null for
 *     the URL's host
 */
public record Tls(
    @Nullable Path trust,
    boolean insecure,
    @Nullable Path certificate,
    @Nullable Path key,
    @Nullable String serverName) {
  /** The JDK's certificates, the URL's host, no client certificate. */
  public static final Tls USUAL = new Tls(null, false, null, null, null);

  /**
   * Checks that the parts fit together.
   *
   * @throws FoliotException if they do not, with the remedy
   */
  public Tls {
    if ((certificate == null) != (key == null)) {
      throw FoliotException.usage("a client certificate needs its key, and a key its certificate");
    }
    if (insecure && trust != null) {
      throw FoliotException.usage(
          "a trust file and --insecure contradict each other: leave one of them out");
    }
  }

  /**
   * What connections are secured with.
   *
   * @throws FoliotException if a file cannot be used, with the remedy
   */
  public SslContext context(Protocol protocol) {
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (insecure) {
      builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
      builder.endpointIdentificationAlgorithm(null);
    } else {
      builder.endpointIdentificationAlgorithm("HTTPS");
    }
    Path trusted = trust;
    if (trusted != null) {
      mustBeFile("the trust file", trusted);
      use("the trust file", trusted, () -> builder.trustManager(trusted.toFile()));
    }
    Path chain = certificate;
    Path secret = key;
    if (chain != null && secret != null) {
      mustBeFile("the client certificate", chain);
      mustBeFile("the client key", secret);
      use(
          "the client certificate or its key",
          chain,
          () -> builder.keyManager(chain.toFile(), secret.toFile()));
    }
    String alpn = protocol.alpn();
    if (alpn != null) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              alpn));
    }
    try {
      return builder.build();
    } catch (SSLException e) {
      throw FoliotException.usage("TLS cannot be set up: " + Shown.text(e.getMessage(), 300));
    }
  }

  private static void mustBeFile(String what, Path file) {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw FoliotException.usage(
          what + " " + Shown.text(file.toString()) + " cannot be read: give a file in PEM form");
    }
  }

  private static void use(String what, Path file, Runnable use) {
    try {
      use.run();
    } catch (IllegalArgumentException e) {
      throw FoliotException.usage(
          what
              + " "
              + Shown.text(file.toString())
              + " is not in PEM form (a key: PKCS 8 without a password): convert it, for example"
              + " with openssl");
    }
  }
}
