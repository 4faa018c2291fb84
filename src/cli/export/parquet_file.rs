//! One table as a Parquet file, written in row groups of a bounded size.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::batch::new_file::OutputFile;

/// Bytes of values after which a row group is written, about.
const GROUP: usize = 32 << 20;

/// The values of a column that wait for their row group.
pub enum TableColumn {
    Int(Vec<Option<i32>>),
    Long(Vec<Option<i64>>),
    Text(Vec<Option<String>>),
}

/// A table being written.
pub struct ParquetFile {
    writer: SerializedFileWriter<TableOutput>,
    columns: Vec<TableColumn>,
    /// Bytes of the values that wait.
    waiting: usize,
    pub rows: u64,
}

/// The file, which appears when it is complete.
struct TableOutput(OutputFile);

impl Write for TableOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ParquetFile {
    /// A table with columns of these names; each has the type of its values, which wait there.
    ///
    /// # Errors
    ///
    /// If the file cannot be made.
    pub fn new(path: &Path, force: bool, columns: Vec<(&str, TableColumn)>) -> io::Result<ParquetFile> {
        let fields: String = columns
            .iter()
            .map(|(name, column)| format!("OPTIONAL {} {name}{}; ", column.kind(), column.annotation()))
            .collect();
        let schema = parse_message_type(&format!("message rows {{ {fields} }}")).map_err(io::Error::other)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let output = TableOutput(OutputFile::new(path, force)?);
        let writer = SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties));
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        Ok(ParquetFile { writer: writer.map_err(io::Error::other)?, columns, waiting: 0, rows: 0 })
    }

    /// Ends a row, whose values were pushed to all columns of [`ParquetFile::columns`]; `size` is theirs in bytes.
    pub fn end_row(&mut self, size: usize) -> io::Result<()> {
        self.rows += 1;
        self.waiting += size;
        if self.waiting >= GROUP { self.write_group() } else { Ok(()) }
    }

    /// Pushes to a column.
    pub fn int(&mut self, column: usize, value: Option<i32>) {
        if let Some(TableColumn::Int(values)) = self.columns.get_mut(column) {
            values.push(value);
        }
    }

    /// Pushes to a column.
    pub fn long(&mut self, column: usize, value: Option<i64>) {
        if let Some(TableColumn::Long(values)) = self.columns.get_mut(column) {
            values.push(value);
        }
    }

    /// Pushes to a column.
    pub fn text(&mut self, column: usize, value: Option<String>) {
        if let Some(TableColumn::Text(values)) = self.columns.get_mut(column) {
            values.push(value);
        }
    }

    fn write_group(&mut self) -> io::Result<()> {
        self.waiting = 0;
        let mut group = self.writer.next_row_group().map_err(io::Error::other)?;
        for column in &mut self.columns {
            let mut writer = group.next_column().map_err(io::Error::other)?.ok_or(io::ErrorKind::InvalidData)?;
            column.write(&mut writer).map_err(io::Error::other)?;
            writer.close().map_err(io::Error::other)?;
        }
        group.close().map_err(io::Error::other)?;
        Ok(())
    }

    /// Writes what waits and puts the file in its place.
    pub fn finish(mut self) -> io::Result<u64> {
        self.write_group()?;
        let TableOutput(output) = self.writer.into_inner().map_err(io::Error::other)?;
        output.finish()?;
        Ok(self.rows)
    }
}

impl TableColumn {
    fn kind(&self) -> &'static str {
        match self {
            TableColumn::Int(_) => "INT32",
            TableColumn::Long(_) => "INT64",
            TableColumn::Text(_) => "BYTE_ARRAY",
        }
    }

    fn annotation(&self) -> &'static str {
        if matches!(self, TableColumn::Text(_)) { " (UTF8)" } else { "" }
    }

    /// Writes the values, and forgets them.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> parquet::errors::Result<usize> {
        match self {
            TableColumn::Int(values) => {
                let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                let values: Vec<i32> = std::mem::take(values).into_iter().flatten().collect();
                writer.typed::<Int32Type>().write_batch(&values, Some(&levels), None)
            }
            TableColumn::Long(values) => {
                let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                let values: Vec<i64> = std::mem::take(values).into_iter().flatten().collect();
                writer.typed::<Int64Type>().write_batch(&values, Some(&levels), None)
            }
            TableColumn::Text(values) => {
                let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                let texts = std::mem::take(values).into_iter().flatten();
                let values: Vec<ByteArray> = texts.map(|text| ByteArray::from(text.into_bytes())).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)
            }
        }
    }
}
