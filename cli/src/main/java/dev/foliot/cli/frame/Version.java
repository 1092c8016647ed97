package dev.foliot.cli.frame;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "foliot "
          + (version == null ? "(unpackaged)" : version)
          + ", on "
          + System.getProperty("java.vm.name")
          + " "
          + System.getProperty("java.version")
    };
  }
}
