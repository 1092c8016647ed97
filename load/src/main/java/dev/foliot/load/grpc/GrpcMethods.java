package dev.foliot.load.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The methods of a server, by their services. Immutable. */
public final class GrpcMethods {
  /** How a file of descriptors is made. */
  public static final String REMEDY =
      "give --descriptors FILE, made by protoc --include_imports --descriptor_set_out=FILE"
          + " NAME.proto";

  private static final int LONGEST = 16 << 20;
  private static final int MOST_NAMED = 12;
  private static final int LONGEST_LIST = 400;

  private final Map<String, ServiceDescriptor> services = new LinkedHashMap<>();
  private final JsonFormat.TypeRegistry types;

  private GrpcMethods(Collection<FileDescriptor> files) {
    JsonFormat.TypeRegistry.Builder all = JsonFormat.TypeRegistry.newBuilder();
    for (FileDescriptor file : files) {
      all.add(file.getMessageTypes());
      file.getServices().forEach(one -> services.put(one.getFullName(), one));
    }
    types = all.build();
  }

  /**
   * Those of a file of descriptors.
   *
   * @throws FoliotException if it is none, with the remedy
   */
  public static GrpcMethods ofFile(Path file) {
    String shown = Shown.text(file.toString());
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw FoliotException.usage("the descriptors " + shown + " have more than 16 MiB");
      }
      FileDescriptorSet set = FileDescriptorSet.parseFrom(bytes);
      if (set.getFileCount() == 0) {
        throw FoliotException.usage("the descriptors " + shown + " are empty: " + REMEDY);
      }
      return of(set.getFileList(), shown);
    } catch (InvalidProtocolBufferException e) {
      throw FoliotException.usage(shown + " is no file of descriptors: " + REMEDY);
    } catch (IOException e) {
      throw FoliotException.usage("the descriptors " + shown + " cannot be read: " + REMEDY);
    }
  }

  /** Those of descriptors, each with all that it needs. */
  static GrpcMethods of(Collection<FileDescriptorProto> protos, String from) {
    Map<String, FileDescriptorProto> byName = new HashMap<>();
    protos.forEach(proto -> byName.put(proto.getName(), proto));
    Map<String, FileDescriptor> built = new LinkedHashMap<>();
    for (FileDescriptorProto proto : protos) {
      build(proto, byName, built, from, new ArrayList<>());
    }
    return new GrpcMethods(built.values());
  }

  private static FileDescriptor build(
      FileDescriptorProto proto,
      Map<String, FileDescriptorProto> byName,
      Map<String, FileDescriptor> built,
      String from,
      List<String> path) {
    FileDescriptor known = built.get(proto.getName());
    if (known != null) {
      return known;
    }
    if (path.contains(proto.getName())) {
      throw FoliotException.usage(from + ": " + Shown.text(proto.getName()) + " imports itself");
    }
    path.add(proto.getName());
    List<FileDescriptor> needed = new ArrayList<>();
    for (String name : proto.getDependencyList()) {
      FileDescriptorProto other = byName.get(name);
      if (other == null) {
        throw FoliotException.usage(from + " lacks " + Shown.text(name) + ": " + REMEDY);
      }
      needed.add(build(other, byName, built, from, path));
    }
    path.removeLast();
    try {
      FileDescriptor file =
          FileDescriptor.buildFrom(proto, needed.toArray(FileDescriptor[]::new), true);
      built.put(proto.getName(), file);
      return file;
    } catch (DescriptorValidationException e) {
      throw FoliotException.usage(
          from + " contradicts itself: " + Shown.text(e.getMessage(), LONGEST_LIST));
    }
  }

  /**
   * A method.
   *
   * @param path as in {@code /pkg.Service/Method}
   * @throws FoliotException if there is none, or it cannot be called here, with the remedy
   */
  public GrpcMethod method(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    ServiceDescriptor service = slash < 1 ? null : services.get(path.substring(1, slash));
    if (service == null) {
      throw unknownService(slash < 1 ? name : path.substring(1, slash), services.keySet());
    }
    MethodDescriptor method = service.findMethodByName(name);
    if (method == null) {
      throw FoliotException.usage(
          "'"
              + Shown.text(name)
              + "' is no method of "
              + Shown.text(service.getFullName())
              + ": it has "
              + list(service.getMethods().stream().map(MethodDescriptor::getName).toList()));
    }
    if (method.isClientStreaming()) {
      throw FoliotException.usage(
          Shown.text(method.getFullName())
              + " takes a stream of requests: only methods that take one request can be called");
    }
    return new GrpcMethod(method, types);
  }

  /** The service that a path names; empty for none. */
  static String service(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 1 ? "" : path.substring(1, slash);
  }

  /** The refusal of a service. */
  static FoliotException unknownService(@Nullable String named, Collection<String> known) {
    String has = known.isEmpty() ? "" : "; known are " + list(known);
    return FoliotException.usage(
        named == null || named.isEmpty()
            ? "the URL names no method: write grpc://HOST:PORT/pkg.Service/Method" + has
            : "'"
                + Shown.text(named)
                + "' is no service of gRPC there: write grpc://HOST:PORT/pkg.Service/Method"
                + has);
  }

  private static String list(Collection<String> names) {
    return Shown.text(
        names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
            + (names.size() > MOST_NAMED ? ", ..." : ""),
        LONGEST_LIST);
  }
}
