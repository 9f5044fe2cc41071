package dev.tributary.config;

import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Conversion;
import dev.tributary.entity.FieldRule;
import dev.tributary.entity.FieldRule.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The section {@code fields} of an entity: fields that are made. */
final class FieldReader {
  private static final String WAYS =
      "write one of {value: x}, {from: attribute}, {as: conversion}, {lat: a, lon: b}, {join: [a, b]}";
  private static final List<String> KEYS =
      List.of("value", "from", "as", "lat", "lon", "join", "with", "onError");

  private FieldReader() {}

  static List<FieldRule> read(Section fields) {
    List<FieldRule> rules = new ArrayList<>();
    for (String name : fields.names()) {
      Optional<AttributePath> target =
          ShapeReader.target(
              ShapeReader.path(fields, name),
              reason -> fields.problem(name, Quote.of(name) + " " + reason));
      if (!fields.isMap(name)) {
        // Asked as a section it says itself what else it found, and nothing is worth a line too.
        Section none = fields.section(name);
        if (none.sound()) {
          fields.problem(name, "says nothing; " + WAYS);
        }
        continue;
      }
      Section field = fields.section(name);
      Optional<Source> source = source(fields, name, field);
      boolean omit = omit(field);
      if (target.isPresent() && source.isPresent()) {
        rules.add(new FieldRule(target.get(), source.get(), omit));
      }
    }
    return rules;
  }

  /** Empty only after a problem was added. */
  private static Optional<Source> source(Section fields, String name, Section field) {
    List<Source> said = new ArrayList<>();
    field.value("value").map(Scalar::typed).map(Source.Constant::new).ifPresent(said::add);
    converted(field).ifPresent(said::add);
    point(field).ifPresent(said::add);
    joined(field).ifPresent(said::add);
    boolean sound = KEYS.stream().allMatch(field::sound);
    if (said.size() > 1 && sound) {
      fields.problem(name, "is made in two ways; " + WAYS);
    } else if (said.isEmpty() && sound && !field.hasUnknownKeys()) {
      fields.problem(name, "says nothing; " + WAYS);
    }
    return said.stream().findFirst();
  }

  private static Optional<Source> converted(Section field) {
    Optional<AttributePath> from = path(field, "from");
    Optional<Scalar> as = field.optional("as");
    if (from.isEmpty() && as.isEmpty()) {
      return Optional.empty();
    }
    Conversion conversion =
        as.flatMap(word -> word.oneOf(Conversion.words()))
            .flatMap(Conversion::of)
            .orElse(Conversion.COPY);
    return Optional.of(new Source.Converted(from, conversion));
  }

  private static Optional<Source> point(Section field) {
    Optional<AttributePath> lat = path(field, "lat");
    Optional<AttributePath> lon = path(field, "lon");
    if (lat.isPresent() && lon.isPresent()) {
      return Optional.of(new Source.Point(lat.get(), lon.get()));
    }
    if (lat.isPresent() != lon.isPresent()) {
      field.missing(lat.isPresent() ? "lon" : "lat", "a point needs lat and lon");
    }
    return Optional.empty();
  }

  private static Optional<Source> joined(Section field) {
    List<AttributePath> from =
        field.list("join").stream()
            .flatMap(scalar -> scalar.parsed(FieldReader::plainPath).stream())
            .toList();
    String between = field.value("with").map(Scalar::text).orElse(" ");
    return from.isEmpty() ? Optional.empty() : Optional.of(new Source.Joined(from, between));
  }

  private static Optional<AttributePath> path(Section field, String key) {
    return field.optional(key).flatMap(scalar -> scalar.parsed(FieldReader::plainPath));
  }

  static AttributePath plainPath(String text) {
    AttributePath path = AttributePath.parse(text);
    if (path.hasWildcard()) {
      throw new IllegalArgumentException("names one attribute, so it has no *");
    }
    return path;
  }

  private static boolean omit(Section field) {
    return field
        .optional("onError")
        .flatMap(word -> word.oneOf(List.of("reject", "omit")))
        .orElse("reject")
        .equals("omit");
  }
}
