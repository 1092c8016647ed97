package dev.foliot.checks.proofs;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.foliot.checks.proofs.FoliotCommand.Diagnosis;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * Diagnoses a process with very many classes, and measures the reading time and Foliot's memory.
 *
 * <p>Each class has two interfaces and is checked for one of them. The command runs unchanged.
 */
public final class ManyClasses {
  private static final int CLASSES = 20_000;
  private static final int ROUNDS = 3;
  private static final int JAVA_17 = 61;
  private static final double MOST_MS = 1_000;
  private static final long MOST_BYTES = 200_000_000;
  private static final Pattern READ =
      Pattern.compile("([\\d,]+) classes, read in ([\\d,.]+) (us|ms|s);.*", Pattern.DOTALL);

  private ManyClasses() {}

  /** Takes the number of classes, and the number of diagnoses on each JDK. */
  public static void main(String[] args) throws Exception {
    Proof proof = new Proof(args);
    FoliotCommand foliot = FoliotCommand.built();
    boolean isMet = true;
    proof.tell("| JDK | classes | read in, ms | peak RSS, MB | CPU, s | wall, s |");
    proof.tell("|---|---|---|---|---|---|");
    for (String count : proof.list(Integer.toString(CLASSES))) {
      List<Path> classPath =
          List.of(TargetProgram.compile("Crowded", List.of()), jar(Integer.parseInt(count)));
      for (int jdk : new int[] {17, 25}) {
        try (TargetProgram target =
            TargetProgram.start(InstalledJdk.home(jdk), "Crowded", classPath, List.of(count))) {
          for (int round = 0; round < proof.rounds(ROUNDS); round++) {
            isMet &= isWithin(proof, jdk, foliot.diagnoseWatched(target.pid()));
          }
        }
      }
    }
    proof.bar(isMet, "all read in a second, and at most 200 MB in RAM");
    System.exit(isMet ? 0 : 1);
  }

  private static boolean isWithin(Proof proof, int jdk, Diagnosis diagnosis) throws IOException {
    for (var line : diagnosis.json().at("/examinations/sharing/looked_at")) {
      Matcher read = READ.matcher(line.asString());
      if (read.matches()) {
        double readMs = Double.parseDouble(read.group(2).replace(",", "")) * ms(read.group(3));
        proof.tell(
            "| %d | %s | %.0f | %.0f | %.2f | %.1f |",
            jdk,
            read.group(1),
            readMs,
            diagnosis.peakBytes() / 1e6,
            diagnosis.cpuS(),
            diagnosis.wallNs() / 1e9);
        return readMs <= MOST_MS && diagnosis.peakBytes() <= MOST_BYTES;
      }
    }
    throw new IOException("it does not say how long it read: " + diagnosis.json());
  }

  private static double ms(String unit) {
    return switch (unit) {
      case "us" -> 1e-3;
      case "ms" -> 1;
      default -> 1e3;
    };
  }

  /**
   * A jar of {@code count} classes, with a few fields and methods each, like those of real
   * programs.
   */
  private static Path jar(int count) throws IOException {
    Path jar = Path.of("targets", "crowd-" + count + ".jar").toAbsolutePath();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (int i = 0; i < count; i++) {
        out.putNextEntry(new ZipEntry("crowd/C" + i + ".class"));
        out.write(member(i));
        out.closeEntry();
      }
    }
    return jar;
  }

  private static byte[] member(int index) {
    ClassDesc name = ClassDesc.of("crowd", "C" + index);
    MethodTypeDesc getter = MethodTypeDesc.of(CD_int);
    return ClassFile.of()
        .build(
            name,
            type -> {
              type.withVersion(JAVA_17, 0);
              type.withFlags(ACC_PUBLIC | ClassFile.ACC_SUPER);
              type.withInterfaceSymbols(
                  Serializable.class.describeConstable().orElseThrow(),
                  Cloneable.class.describeConstable().orElseThrow());
              type.withMethodBody(
                  INIT_NAME,
                  MTD_void,
                  ACC_PUBLIC,
                  code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
              for (int i = 0; i < 4 + index % 8; i++) {
                String field = "field" + i;
                type.withField(field, CD_int, ACC_PUBLIC);
                type.withMethodBody(
                    "get" + i,
                    getter,
                    ACC_PUBLIC,
                    code -> code.aload(0).getfield(name, field, CD_int).ireturn());
              }
            });
  }
}
