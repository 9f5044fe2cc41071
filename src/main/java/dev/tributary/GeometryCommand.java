package dev.tributary;

import dev.tributary.enrich.geometry.Finding;
import dev.tributary.enrich.geometry.GeometryLimits;
import dev.tributary.enrich.geometry.Inspection;
import dev.tributary.enrich.geometry.RefusedGeometryException;
import dev.tributary.entity.Swapped;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Says what would become of a geometry. Asks no server. */
@Command(
    name = "geometry",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Show what would become of a geometry, feature by feature.",
    footer = {
      "",
      "Exit codes: 0 all can be indexed; 1 some are refused, or the file holds no",
      "geometry; 2 wrong use."
    })
final class GeometryCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "GeoJSON or WKT, gzipped or not. - reads the standard input.")
  private String file;

  @Option(
      names = "--swapped",
      paramLabel = "WHAT",
      defaultValue = "reject",
      converter = SwappedConverter.class,
      description =
          "What to do with shapes that fit only with latitude and longitude exchanged: reject,"
              + " repair or keep.")
  private Swapped swapped;

  @Option(names = "--all", description = "Show every feature, not only those that change.")
  private boolean all;

  @Option(names = "--json", description = "Print all of it as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    GeometryLimits limits = GeometryLimits.defaults();
    List<Finding> findings = new ArrayList<>();
    try {
      Inspection.run(read(limits), limits, swapped, findings::add);
    } catch (NoSuchFileException e) {
      return failed("there is no such file");
    } catch (IOException e) {
      return failed("cannot be read: " + e.getMessage());
    } catch (RefusedGeometryException e) {
      return failed(e.getMessage());
    }
    GeometryReport report = new GeometryReport(findings);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      report.printJson(out);
    } else {
      report.print(out, all);
    }
    return report.refused() == 0 ? 0 : 1;
  }

  /** One byte beyond the limit is enough to be told so. */
  private byte[] read(GeometryLimits limits) throws IOException {
    int most = Math.toIntExact(limits.expandedBytes() + 1);
    if (file.equals("-")) {
      return System.in.readNBytes(most);
    }
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return in.readNBytes(most);
    }
  }

  private int failed(String why) {
    String name = file.equals("-") ? "standard input" : file;
    spec.commandLine().getErr().println(name + ": " + why);
    return 1;
  }

  private static final class SwappedConverter implements ITypeConverter<Swapped> {
    @Override
    public Swapped convert(String value) {
      return Arrays.stream(Swapped.values())
          .filter(swapped -> swapped.name().toLowerCase(Locale.ROOT).equals(value))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'%s' is none of reject, repair and keep".formatted(value)));
    }
  }
}
