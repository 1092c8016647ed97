package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A key and a certificate that signs itself, as files in PEM form. */
record Certificates(Path certificate, Path key) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** Makes them for some names, as keytool writes them: {@code dns:localhost,ip:127.0.0.1}. */
  static Certificates of(Path folder, String name, String names) throws Exception {
    Path store = folder.resolve(name + ".p12");
    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=" + name,
            "-ext",
            "SAN=" + names,
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            new String(PASSWORD)));
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return new Certificates(
        pem(folder.resolve(name + ".crt"), "CERTIFICATE", keys.getCertificate(name).getEncoded()),
        pem(folder.resolve(name + ".key"), "PRIVATE KEY", key(keys, name).getEncoded()));
  }

  private static Key key(KeyStore keys, String name) throws Exception {
    return keys.getKey(name, PASSWORD);
  }

  private static void run(List<String> command) throws Exception {
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(keytool.waitFor()).isZero();
  }

  private static Path pem(Path file, String what, byte[] content) throws IOException {
    return Files.writeString(
        file,
        "-----BEGIN "
            + what
            + "-----\n"
            + Base64.getMimeEncoder().encodeToString(content)
            + "\n-----END "
            + what
            + "-----\n");
  }

  /** For a server. */
  SslContextBuilder server() {
    return SslContextBuilder.forServer(certificate.toFile(), key.toFile());
  }
}
